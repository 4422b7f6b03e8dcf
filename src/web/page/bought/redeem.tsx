import Redeem from '../../../../public/islands/redeem/redeem.tsx'
import { offeredFormats } from '../../../casset/audio/convert/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { page, required } from '../../page.tsx'
import { FormLayout, formHead } from '../../parts/sign-up/form-layout.tsx'
import type { Offer } from '../../parts/sign-up/offer.tsx'
import { giftOffer } from '../../parts/sign-up/read-offer.ts'

const RedeemForm = island('redeem/redeem', Redeem)

/** `/redeem`, and with `?code=` the link of one code. */
export const redeemRoute = (ctx: Ctx) =>
  page(ctx, { path: '/redeem', viewer: required, query: { code: 100 } }, ({ query: { code = '' } }) => {
    const { offer, giftFault } = giftOffer(ctx, code, say('Your code makes it yours to play and to download.'))
    return {
      head: formHead(say('Redeem a code'), say('A download code gives you one casset.'), '/redeem', offer),
      main: <RedeemPage code={code} offer={offer} fault={giftFault} formats={offeredFormats(ctx)} />,
    }
  })

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
