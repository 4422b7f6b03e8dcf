import ClaimIsland from '../../../../public/islands/gift/claim.tsx'
import { offeredFormats } from '../../../casset/download/file/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import type { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import type { Order } from '../../../order/order.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { readGiftLink } from '../../../shop/gift/claim-gift.ts'
import { readClaim } from '../../../shop/guest/claim-purchase.ts'
import { shownCasset } from '../../../shop/guest/shown-casset.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { Notice, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { claimEnd } from '../../parts/checkout/claim-end.tsx'
import { waitingOf } from '../../parts/checkout/waits.tsx'
import { secretPage } from '../../parts/secret-page.ts'
import { FormLayout, formHead, withNext } from '../../parts/sign-up/form-layout.tsx'
import { cassetOffer } from '../../parts/sign-up/read-offer.ts'

const ClaimKey = island('gift/claim', ClaimIsland)

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
  const casset = shownCasset(ctx, claim.order.cassetId)
  const offer = cassetOffer(ctx, casset, casset.name, lead)
  const waiting = waitingOf(ctx, claim.order.cassetId, viewer)
  const end = claimEnd(claim, { casset, isGift, waiting, formats: offeredFormats(ctx) })
  return {
    head: formHead(title, description, path, offer),
    main: (
      <FormLayout
        title={offer.title}
        lead={offer.lead}
        offer={offer}
        isPlain={viewer === null || isTheirs || problem !== null}
      >
        {message !== null && problem === null && (
          <blockquote class="hand" dir="auto">
            {message.split('\n').map((line) => (
              <>
                {line}
                <br />
              </>
            ))}
          </blockquote>
        )}
        {end ??
          (viewer ? (
            <ClaimKey secret={secret} isGift={isGift} slug={casset.handle} handle={viewer.handle} />
          ) : (
            <SignInFirst here={`${path}/${secret}`} isGift={isGift} canJoin={ctx.config.registration === 'open'} />
          ))}
      </FormLayout>
    ),
    ...secretPage,
  }
}

function SignInFirst({ here, isGift, canJoin }: { here: string; isGift: boolean; canJoin: boolean }) {
  const [login, signup] = [withNext('/login', here), withNext('/signup', here)]
  if (!isGift) {
    return (
      <Notice
        title={say('Add it to your library')}
        text={say('Sign in first: then you hear all of it here. This link works once.')}
      >
        <WorldKey href={login} label={say('Sign in')} />
        {canJoin && (
          <a class="key" href={signup}>
            {say('Make an account')}
          </a>
        )}
      </Notice>
    )
  }
  return (
    <Notice
      title={say('Take your gift')}
      text={
        canJoin
          ? say('With an account you hear all of it here, and download it. This link works once.')
          : say('New accounts here are by invitation only: if you have none, ask whoever runs this site.')
      }
    >
      {canJoin && <WorldKey href={signup} label={say('Make an account')} />}
      <a class={canJoin ? 'key' : 'key go'} href={login}>
        {say('Sign in')}
      </a>
    </Notice>
  )
}
