import ClaimGift from '../../../../public/islands/gift/claim.tsx'
import { offeredFormats } from '../../../casset/download/file/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { type GiftClaim, readGiftLink } from '../../../shop/gift/claim-gift.ts'
import { type ShownCasset, shownCasset } from '../../../shop/guest/shown-casset.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { Notice, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { claimEnd } from '../../parts/checkout/claim-end.tsx'
import { secretPage } from '../../parts/secret-page.ts'
import { FormLayout, formHead, withNext } from '../../parts/sign-up/form-layout.tsx'
import { cassetOffer } from '../../parts/sign-up/read-offer.ts'

const ClaimKey = island('gift/claim', ClaimGift)

/** `/gift/:secret`: where the link in the email puts a gift into a library (rule: gifts). */
export const giftRoute = (ctx: Ctx) =>
  page(ctx, { path: '/gift/:secret', viewer: optional }, ({ viewer, params: { secret } }) => {
    const claim = readGiftLink(ctx, viewer, secret)
    const casset = shownCasset(ctx, claim.order.cassetId)
    const offer = cassetOffer(ctx, casset, casset.name, say('A gift for you.'))
    const { isTheirs, problem, gift } = claim
    return {
      head: formHead(say('A gift for you'), say('Music that somebody gives you.'), '/gift', offer),
      main: (
        <FormLayout
          title={offer.title}
          lead={offer.lead}
          offer={offer}
          isPlain={viewer === null || isTheirs || problem !== null}
        >
          {gift.message !== null && problem === null && (
            <blockquote class="hand" dir="auto">
              {gift.message.split('\n').map((line) => (
                <>
                  {line}
                  <br />
                </>
              ))}
            </blockquote>
          )}
          <Taking
            {...{ claim, casset, viewer, secret }}
            joins={ctx.config.registration}
            formats={offeredFormats(ctx)}
          />
        </FormLayout>
      ),
      ...secretPage,
    }
  })

type TakingProps = {
  claim: GiftClaim
  casset: ShownCasset
  viewer: Viewer | null
  secret: string
  joins: Ctx['config']['registration']
  formats: readonly ConvertedFormat[]
}

function Taking({ claim, casset, viewer, secret, joins, formats }: TakingProps) {
  const end = claimEnd(claim, casset.handle)
  if (end) return end
  if (viewer)
    return <ClaimKey secret={secret} slug={casset.handle} name={casset.name} handle={viewer.handle} formats={formats} />
  const here = `/gift/${secret}`
  return (
    <Notice
      title={say('Take your gift')}
      text={
        joins === 'open'
          ? say('With an account you hear all of it here, and download it. This link works once.')
          : say('New accounts here are by invitation only: if you have none, ask whoever runs this site.')
      }
    >
      {joins === 'open' && <WorldKey href={withNext('/signup', here)} label={say('Make an account')} />}
      <a class={joins === 'open' ? 'key' : 'key go'} href={withNext('/login', here)}>
        {say('Sign in')}
      </a>
    </Notice>
  )
}
