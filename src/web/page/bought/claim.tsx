import ClaimIsland from '../../../../public/islands/gift/claim.tsx'
import TakeIsland from '../../../../public/islands/gift/take.tsx'
import { offeredFormats } from '../../../casset/audio/convert/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import type { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import type { Order } from '../../../order/order.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { readGiftLink } from '../../../shop/gift/claim-gift.ts'
import { readClaim } from '../../../shop/guest/claim-purchase.ts'
import { extrasOfViewer } from '../../../shop/guest/play-collected.ts'
import { shownCasset } from '../../../shop/guest/shown-casset.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { Notice, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { claimEnd } from '../../parts/checkout/claim-end.tsx'
import { waitingOf } from '../../parts/checkout/waits.tsx'
import { secretPage } from '../../parts/secret-page.ts'
import { FormLayout, formHead, withNext } from '../../parts/sign-up/form-layout.tsx'
import { cassetOffer } from '../../parts/sign-up/read-offer.ts'
import { Message } from './message.tsx'

const ClaimKey = island('gift/claim', ClaimIsland)
const TakeForm = island('gift/take', TakeIsland)

/** `/claim/:secret`: an emailed link puts a guest's purchase into a library (rule: claims). */
export const claimRoute = (ctx: Ctx) =>
  page(ctx, { path: '/claim/:secret', viewer: optional }, ({ viewer, params: { secret } }) => {
    const title = say('Add it to your library')
    return claimPage(ctx, viewer, readClaim(ctx, viewer, secret), {
      secret,
      isGift: false,
      title,
      lead: say('Bought with an email address.'),
      description: say('What you bought, in the library of your account.'),
    })
  })

/** `/gift/:secret`: where the link in the email puts a gift into a library (rule: gifts). */
export const giftRoute = (ctx: Ctx) =>
  page(ctx, { path: '/gift/:secret', viewer: optional }, ({ viewer, params: { secret } }) => {
    const { gift, ...claim } = readGiftLink(ctx, viewer, secret)
    return claimPage(
      ctx,
      viewer,
      { ...claim, message: gift.message },
      {
        secret,
        isGift: true,
        title: say('A gift for you'),
        lead: say('A gift for you.'),
        description: say('Music that somebody gives you.'),
      },
    )
  })

type Claim = { order: Order; isTheirs: boolean; problem: AppError | null; message?: string | null }

type Words = { secret: string; isGift: boolean; title: string; lead: string; description: string }

function claimPage(ctx: Ctx, viewer: Viewer | null, claim: Claim, words: Words) {
  const { message = null, problem, isTheirs } = claim
  const { secret, isGift, title, lead, description } = words
  const path = isGift ? '/gift' : '/claim'
  const here = `${path}/${secret}`
  const canJoin = ctx.config.registration === 'open'
  const casset = shownCasset(ctx, claim.order.cassetId)
  const offer = cassetOffer(ctx, casset, casset.name, lead)
  const waiting = waitingOf(ctx, claim.order.cassetId, viewer)
  const end = claimEnd(claim, {
    casset,
    isGift,
    waiting,
    formats: offeredFormats(ctx),
    extras: extrasOfViewer(ctx, claim.order.cassetId, viewer),
  })
  return {
    head: formHead(title, description, path, offer),
    main: (
      <FormLayout
        title={offer.title}
        lead={offer.lead}
        offer={offer}
        isPlain={(viewer === null && !isGift) || isTheirs || problem !== null}
      >
        {message !== null && problem === null && <Message text={message} />}
        {end ??
          (viewer ? (
            <ClaimKey secret={secret} isGift={isGift} slug={casset.handle} handle={viewer.handle} />
          ) : isGift ? (
            <div class="stack">
              <TakeForm secret={secret} hasMail={ctx.mailer !== undefined} />
              <IntoLibrary here={here} canJoin={canJoin} />
            </div>
          ) : (
            <SignInFirst here={here} canJoin={canJoin} />
          ))}
      </FormLayout>
    ),
    ...secretPage,
  }
}

type SignInProps = { here: string; canJoin: boolean }

const SignInFirst = ({ here, canJoin }: SignInProps) => (
  <Notice
    title={say('Add it to your library')}
    text={say('Sign in first: then you hear all of it here. This link works once.')}
  >
    <WorldKey href={withNext('/login', here)} label={say('Sign in')} />
    {canJoin && (
      <a class="key" href={withNext('/signup', here)}>
        {say('Make an account')}
      </a>
    )}
  </Notice>
)

/** The way of a gift into a library, for whoever wants one. */
export const IntoLibrary = ({ here, canJoin }: SignInProps) => (
  <p class="fine-print">
    {say('Or put it into the library of an account:')} <a href={withNext('/login', here)}>{say('Sign in')}</a>
    {canJoin && (
      <>
        {' · '}
        <a href={withNext('/signup', here)}>{say('Make an account')}</a>
      </>
    )}
  </p>
)
