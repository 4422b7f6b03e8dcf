import { add, type PaymentStatement, type Statement, type Sums } from '../earnings/statement.ts'
import { togetherSplits } from './market.ts'
import { type LedgerSum, totalOf } from './order-rows.ts'
import type { Run } from './run.ts'

/**
 * The rest of the processor from something sold together, less the platform's percent, is divided
 * to the last unit: each has been sent their part, or is owed what is missing of it, and the owner
 * of the instance has it with the platform.
 */
export function partFaults(
  { deck }: Run,
  { came, orderId }: PaymentStatement,
  sums: readonly LedgerSum[],
  { transfers }: Statement,
): string[] {
  const kept = totalOf(sums, ({ kind }) => kind === 'PLATFORM' || kind === 'VAT')
  return Object.entries(togetherSplits).flatMap(([handle]) => {
    const seller = deck.sellers.find(({ person }) => person.handle === handle)
    const artistId = seller?.person.artistId
    const isOwner = seller?.country === null
    // A transfer moves what is owed to the artist's own account, which for the owner is where it
    // came.
    const has: Sums = totalOf(sums, (sum) => sum.artistId === artistId && (isOwner || sum.kind === 'OWED'))
    for (const { amount, amount_reversed: back, currency, transfer_group: group, metadata } of transfers) {
      if (group === orderId && metadata.artistId === artistId) add(has, currency, amount - back)
    }
    return [...came].flatMap(([currency, amount]) => {
      const due = partOf(amount - (kept.get(currency) ?? 0), handle)
      const got = has.get(currency) ?? 0
      return got === due ? [] : [`${handle} has ${got} of ${amount} ${currency} sold together, and should have ${due}`]
    })
  })
}

function partOf(amount: number, handle: string): number {
  const rounded = Object.entries(togetherSplits).map(
    ([name, percent]) => [name, Math.trunc((amount * percent * 100) / 10_000)] as const,
  )
  const left = amount - rounded.reduce((sum, [, part]) => sum + part, 0)
  const index = rounded.findIndex(([name]) => name === handle)
  return (rounded[index]?.[1] ?? 0) + (index === 0 ? left : 0)
}
