import type { Ctx } from '../../context.ts'
import { goodsOf } from '../../order/goods.ts'
import type { DaySum } from './day-sums.ts'
import type { Figures } from './model.ts'

type Figure = keyof Figures

/** The figure in which a kind of posting counts; sales count in that of their goods. */
const figureOf: Readonly<Record<string, Figure>> = {
  EXCHANGE: 'exchanged',
  PROCESSOR_FEE: 'processorFees',
  PLATFORM_FEE: 'platformFees',
  PLATFORM_FEE_REFUND: 'platformFees',
  VAT: 'vat',
  VAT_RETURN: 'vat',
  REFUND: 'refunds',
  REFUND_FAILURE: 'refunds',
  DISPUTE: 'disputes',
  PRIZE: 'prizes',
  PRIZE_FOUND: 'prizes',
  PAYOUT: 'payouts',
  PAYOUT_FAILURE: 'payouts',
}

const isGain: ReadonlySet<Figure> = new Set(['exchanged', 'prizes'])

export const noFigures = (): Figures => ({
  sales: 0,
  tips: 0,
  emoji: 0,
  prizes: 0,
  licenses: 0,
  exchanged: 0,
  processorFees: 0,
  platformFees: 0,
  vat: 0,
  refunds: 0,
  disputes: 0,
  net: 0,
  payouts: 0,
})

/** Adds movements to figures, in which costs and payouts are positive. */
export function countIn(ctx: Ctx, figures: Figures, { heading, amountMinor }: DaySum): void {
  const sold = Object.values(goodsOf(ctx)).find(({ kind }) => kind === heading)?.figure
  const figure = sold ?? figureOf[heading]
  if (figure === undefined) throw new Error(`the ledger has a kind of posting that no figure counts: ${heading}`)
  figures[figure] += sold || isGain.has(figure) ? amountMinor : -amountMinor
  if (figure !== 'payouts') figures.net += amountMinor
}
