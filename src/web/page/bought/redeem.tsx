import Redeem from '../../../../public/islands/redeem/redeem.tsx'
import { offeredFormats } from '../../../casset/audio/convert/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { CodeForm } from '../../parts/sign-up/code-form.tsx'
import { FormLayout, formHead } from '../../parts/sign-up/form-layout.tsx'
import type { Offer } from '../../parts/sign-up/offer.tsx'
import { giftOffer } from '../../parts/sign-up/read-offer.ts'

const RedeemForm = island('redeem/redeem', Redeem)

/**
 * `/redeem`, and with `?code=` the link of one code. A stranger says the code first, and then signs
 * in or up.
 */
export const redeemRoute = (ctx: Ctx) =>
  page(ctx, { path: '/redeem', viewer: codesFirst, query: { code: 100 } }, ({ viewer, query: { code = '' } }) => {
    if (viewer === null) return { head: redeemHead(null), main: <AskPage /> }
    const { offer, giftFault } = giftOffer(ctx, code, say('Your code makes it yours to play and to download.'))
    return {
      head: redeemHead(offer),
      main: <RedeemPage code={code} offer={offer} fault={giftFault} formats={offeredFormats(ctx)} />,
    }
  })

/** A stranger with a code is led to sign in with it. */
const codesFirst = (viewer: Viewer | null, request: Request) =>
  new URL(request.url).searchParams.get('code') ? required(viewer, request) : viewer

const redeemHead = (offer: Offer | null) =>
  formHead(say('Redeem a code'), say('A download code gives you one casset.'), '/redeem', offer)

const AskPage = () => (
  <FormLayout title={say('Redeem a code')} lead={say('A code gives you one casset, to play and to download.')}>
    <CodeForm />
  </FormLayout>
)

type RedeemPageProps = {
  code: string
  /** The gift of the code; null when it gives nothing now, or none was given. */
  offer: Offer | null
  /** Why it gives nothing now; null when it does, or none was given. */
  fault: string | null
  formats: readonly ConvertedFormat[]
}

const RedeemPage = ({ code, offer, fault, formats }: RedeemPageProps) => (
  <FormLayout
    title={say('Redeem a code')}
    lead={fault ?? say('A code gives you one casset, to play and to download.')}
    offer={offer}
  >
    <RedeemForm code={code} formats={formats} />
  </FormLayout>
)
