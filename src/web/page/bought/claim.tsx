import GuestClaim from '../../../../public/islands/guest/claim.tsx'
import { offeredFormats } from '../../../casset/download/file/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { type Claim, readClaim } from '../../../shop/guest/claim-purchase.ts'
import { type ShownCasset, shownCasset } from '../../../shop/guest/shown-casset.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { Notice, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { claimEnd } from '../../parts/checkout/claim-end.tsx'
import { secretPage } from '../../parts/secret-page.ts'
import { FormLayout, formHead, withNext } from '../../parts/sign-up/form-layout.tsx'
import { cassetOffer } from '../../parts/sign-up/read-offer.ts'

const ClaimKey = island('guest/claim', GuestClaim)

/**
 * `/claim/:secret`: where the emailed link puts a guest's purchase into a library (rule: claims).
 */
export const claimRoute = (ctx: Ctx) =>
  page(ctx, { path: '/claim/:secret', viewer: optional }, ({ viewer, params: { secret } }) => {
    const claim = readClaim(ctx, viewer, secret)
    const casset = shownCasset(ctx, claim.order.cassetId)
    const offer = cassetOffer(ctx, casset, casset.name, say('Bought with an email address.'))
    return {
      head: formHead(
        say('Add it to your library'),
        say('What you bought, in the library of your account.'),
        '/claim',
        offer,
      ),
      main: (
        <FormLayout
          title={offer.title}
          lead={offer.lead}
          offer={offer}
          isPlain={viewer === null || claim.isTheirs || claim.problem !== null}
        >
          <Claiming
            claim={claim}
            casset={casset}
            viewer={viewer}
            secret={secret}
            formats={offeredFormats(ctx)}
            canJoin={ctx.config.registration === 'open'}
          />
        </FormLayout>
      ),
      ...secretPage,
    }
  })

type ClaimingProps = {
  claim: Claim
  casset: ShownCasset
  viewer: Viewer | null
  secret: string
  canJoin: boolean
  formats: readonly ConvertedFormat[]
}

function Claiming({ claim, casset, viewer, secret, canJoin, formats }: ClaimingProps) {
  const end = claimEnd(claim, casset.handle)
  if (end) return end
  if (viewer)
    return <ClaimKey secret={secret} slug={casset.handle} name={casset.name} handle={viewer.handle} formats={formats} />
  const here = `/claim/${secret}`
  return (
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
}
