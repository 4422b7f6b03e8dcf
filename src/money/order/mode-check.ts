import type { Ctx } from '../../context.ts'
import { count } from '../../lib/count.ts'
import type { Check } from '../../platform/check.ts'
import { countedIn, type PaymentMode } from '../../platform/payment/mode.ts'

const words: Readonly<Record<PaymentMode, string>> = {
  live: 'with real money',
  'test-key': 'with a test key of Stripe',
  test: 'at the test processor',
}

const question = `SELECT mode, count(*) AS paid FROM orders WHERE state = 'PAID' AND NOT (${countedIn('mode', '?')})
  GROUP BY mode ORDER BY mode`

const others = ({ db: { $client: sql }, config }: Ctx) =>
  sql.query<{ mode: PaymentMode; paid: number }, [string]>(question).all(config.paymentMode)

/** How many orders were paid in other modes than the present one (rule 7.12): a remark, never a problem. */
export const modeCheck: Check = {
  name: 'modes',
  look(ctx) {
    const found = others(ctx).map(({ mode, paid }) => `${count(paid, 'order')} paid ${words[mode]}`)
    return found.length === 0 ? {} : { note: `${found.join(' and ')}: not counted in the present mode` }
  },
}
