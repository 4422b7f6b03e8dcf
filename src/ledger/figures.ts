import type { DaySum } from './day-sums.ts'
import type { Figures } from './model.ts'

type Figure = Exclude<keyof Figures, 'net'>

/** Which figure a heading counts for. */
const figureOf: Readonly<Record<string, Figure>> = {
  casset: 'sales',
  tip: 'tips',
  emoji: 'emoji',
  PROCESSOR_FEE: 'processorFees',
  PLATFORM_FEE: 'platformFees',
  PLATFORM_FEE_REFUND: 'platformFees',
  REFUND: 'refunds',
  REFUND_FAILURE: 'refunds',
  TRANSFER_REVERSAL: 'refunds',
  DISPUTE: 'disputes',
  PAYOUT: 'payouts',
  PAYOUT_FAILURE: 'payouts',
}

const income = new Set<Figure>(['sales', 'tips', 'emoji'])

/** Nothing moved. */
export const noFigures = (): Figures => ({
  sales: 0,
  tips: 0,
  emoji: 0,
  processorFees: 0,
  platformFees: 0,
  refunds: 0,
  disputes: 0,
  net: 0,
  payouts: 0,
})

/** Counts what was moved into figures, in which costs and payouts are positive. */
export function countIn(figures: Figures, { heading, amountMinor, feeMinor }: DaySum): void {
  const figure = figureOf[heading]
  if (figure === undefined) throw new Error(`the ledger has a kind of posting that no figure counts: ${heading}`)
  figures[figure] += income.has(figure) ? amountMinor : -(amountMinor + feeMinor)
  figures.processorFees += feeMinor
  if (figure !== 'payouts') figures.net += amountMinor
}
