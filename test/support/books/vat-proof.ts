import type { PaymentStatement, Statement } from '../earnings/statement.ts'
import type { LedgerSum } from '../order/order-rows.ts'
import type { Run } from '../order/run.ts'

/** The VAT within an amount, in exact numbers: half a unit goes away from zero. */
function within(gross: number, percent: number): number {
  const [amount, rate] = [
    BigInt(Math.abs(gross)) * BigInt(Math.round(percent * 100)),
    BigInt(10_000 + Math.round(percent * 100)),
  ]
  const vat = (amount + rate / 2n) / rate
  // An even divisor has a whole half; with an odd one no amount lies on the half.
  return Number(gross < 0 ? -vat : vat)
}

/** The rate of a payment: that of its card's country, or of the seller's where it has none. */
function rateOf({ deck: { setting } }: Run, { intent }: PaymentStatement): number {
  if (setting.vat === undefined) return 0
  const charge = intent.latest_charge
  const country = typeof charge === 'object' ? charge?.payment_method_details?.card?.country : null
  return country == null || country === 'US' ? Number(setting.vat) : 0
}

/** The part of a payment that is still taxed; nothing where refund and dispute took it twice. */
const taxedRest = ({ rest }: PaymentStatement): number => Math.max(0, rest)

/** The VAT of a sale for others in the currency that it became, before anything went back. */
export function wholeVat(run: Run, payment: PaymentStatement): number {
  const { settled, intent } = payment
  const vat = Math.round((within(intent.amount, rateOf(run, payment)) * settled.amount) / intent.amount)
  return Math.min(vat, Math.max(0, settled.net))
}

/**
 * The VAT of a payment has to be that of its amount and its card's country, that of its lines the
 * VAT within the rest with us, and what the platform keeps of others' sales the same at the rate of
 * the sale.
 */
export function vatFaults(
  run: Run,
  payment: PaymentStatement,
  { isForOther }: { isForOther: boolean },
  sums: readonly LedgerSum[],
): string[] {
  const { deck } = run
  const { orderId, intent, rest, settled } = payment
  const rate = rateOf(run, payment)
  const order = deck.ctx.db.$client
    .query<{ rate: number | null; vat: number | null }, [string]>(
      'SELECT vat_basis_points AS rate, vat_minor AS vat FROM orders WHERE id = ?',
    )
    .get(orderId)
  const lines = deck.ctx.db.$client
    .query<{ gross: number; vat: number }, [string]>(
      `SELECT coalesce(sum(gross_minor), 0) AS gross, coalesce(sum(vat_minor), 0) AS vat FROM vat_lines
       WHERE order_id = ?`,
    )
    .get(orderId)
  const kept = sums.filter(({ kind }) => kind === 'VAT').reduce((sum, { amount }) => sum + amount, 0)
  const isOn = deck.setting.vat !== undefined
  const taxed = taxedRest(payment)
  const wanted = isOn
    ? { rate: Math.round(rate * 100), vat: within(intent.amount, rate), gross: taxed, ofRest: within(taxed, rate) }
    : { rate: null, vat: null, gross: 0, ofRest: 0 }
  const found = {
    rate: order?.rate ?? null,
    vat: order?.vat ?? null,
    gross: lines?.gross ?? 0,
    ofRest: lines?.vat ?? 0,
  }
  const due = Math.round((within(taxed, rate) * settled.amount) / intent.amount)
  const keeps = isForOther ? Math.min(due, wholeVat(run, payment)) : 0
  return [
    ...(JSON.stringify(wanted) === JSON.stringify(found)
      ? []
      : [`the VAT of order ${orderId} is ${JSON.stringify(found)} and should be ${JSON.stringify(wanted)}`]),
    ...(kept === keeps ? [] : [`of ${rest} of ${intent.amount} ${intent.currency} ${kept} of VAT is kept of ${keeps}`]),
  ]
}

/** All monthly summaries together must add up to the VAT in what is left with us. */
export function summaryFaults(run: Run, { payments }: Statement): string[] {
  if (run.deck.setting.vat === undefined) return []
  const there = new Map<string, number>()
  for (const payment of payments) {
    const { currency } = payment.intent
    there.set(currency, (there.get(currency) ?? 0) + within(taxedRest(payment), rateOf(run, payment)))
  }
  const rows = run.deck.ctx.db.$client
    .query<{ currency: string; vat: number }, []>(
      "SELECT currency, sum(vat_minor) AS vat FROM vat_months WHERE mode = 'test-key' GROUP BY currency",
    )
    .all()
  return rows.flatMap(({ currency, vat }) =>
    (there.get(currency) ?? 0) === vat ? [] : [`all months have ${vat} ${currency} of VAT, not ${there.get(currency)}`],
  )
}
