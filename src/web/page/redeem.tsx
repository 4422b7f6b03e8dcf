import Redeem from '../../../public/islands/redeem/redeem.tsx'
import { offeredFormats } from '../../casset/download/host-encoders.ts'
import type { Ctx } from '../../context.ts'
import type { ConvertedFormat } from '../../lib/audio/converted-formats.ts'
import { say } from '../../lib/language/say.ts'
import { island } from '../island.tsx'
import { page, required } from '../page.tsx'
import { FormLayout, formHead } from '../parts/form-layout.tsx'
import type { Offer } from '../parts/offer.tsx'
import { giftOffer } from '../parts/read-offer.ts'

const RedeemForm = island('redeem/redeem', Redeem)

/** `/redeem`, and with `?code=` the link of one code. */
export const redeemRoute = (ctx: Ctx) =>
  page(ctx, { path: '/redeem', viewer: required, query: { code: 100 } }, ({ query: { code = '' } }) => {
    const { offer } = giftOffer(ctx, code, say('Your code makes it yours to play and to download.'))
    return {
      head: formHead(say('Redeem a code'), say('A download code gives you one casset.'), '/redeem', offer),
      main: <RedeemPage code={code} offer={offer} formats={offeredFormats(ctx)} />,
    }
  })

type RedeemPageProps = {
  code: string
  /** The gift of the code; null when it gives nothing now, or none was given. */
  offer: Offer | null
  formats: readonly ConvertedFormat[]
}

/** The page on which a download code is redeemed. */
const RedeemPage = ({ code, offer, formats }: RedeemPageProps) => (
  <FormLayout
    title={say('Redeem a code')}
    lead={say('A code gives you one casset, to play and to download.')}
    offer={offer}
  >
    <RedeemForm code={code} formats={formats} />
  </FormLayout>
)
