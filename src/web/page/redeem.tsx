import Redeem from '../../../public/islands/redeem/redeem.tsx'
import { offeredFormats } from '../../casset/download/host-encoders.ts'
import type { Ctx } from '../../context.ts'
import type { ConvertedFormat } from '../../lib/audio/converted-formats.ts'
import { say } from '../../lib/language/say.ts'
import { island } from '../island.tsx'
import { page, required } from '../page.tsx'
import { FormLayout, formHead } from '../parts/form-layout.tsx'

const RedeemForm = island('redeem/redeem', Redeem)

/** `/redeem`, and with `?code=` the link of one code. */
export const redeemRoute = (ctx: Ctx) =>
  page(ctx, { path: '/redeem', viewer: required, query: { code: 100 } }, ({ query }) => ({
    head: formHead(say('Redeem a code'), say('A download code gives you one casset.'), '/redeem'),
    main: <RedeemPage code={query.code ?? ''} formats={offeredFormats(ctx)} />,
  }))

/** The page on which a download code is redeemed. */
const RedeemPage = ({ code, formats }: { code: string; formats: readonly ConvertedFormat[] }) => (
  <FormLayout title={say('Redeem a code')} lead={say('A code gives you one casset, to play and to download.')}>
    <RedeemForm code={code} formats={formats} />
  </FormLayout>
)
