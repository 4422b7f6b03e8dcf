import { and, eq, inArray, isNull } from 'drizzle-orm'
import { sellerAccounts } from '../../db/schema/checkout.ts'
import { ledgerPostings } from '../../db/schema/ledger.ts'
import type { Ctx } from '../context.ts'
import { isOutOfReach } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { toPayout } from './record-payout.ts'

/** A payout that the ledger does not have as the processor has it. */
export type PayoutDifference = { text: string; payout: { accountId: string | null; id: string } }

/** Holds every payout since a time, the platform's and its artists', against the ledger. */
export async function comparePayouts(ctx: Ctx, processor: Processor, sinceMs: number): Promise<PayoutDifference[]> {
  const found: PayoutDifference[] = []
  for (const accountId of [null, ...liveAccounts(ctx, processor.mode)]) {
    for (const payout of await payoutsOf(processor, accountId, sinceMs)) {
      const here = keysOf(ctx, payout.id)
      const missing = wantedKeys(payout).filter((key) => !here.has(key))
      const whose = accountId === null ? 'the platform' : accountId
      const text = `${missing.join(' and ')} of ${payout.amount} ${payout.currency} (${whose}) is not in the ledger`
      if (missing.length > 0) found.push({ text, payout: { accountId, id: payout.id } })
    }
  }
  return found
}

type Payout = ReturnType<typeof toPayout>

const wantedKeys = ({ id, isReturned }: Payout) => [`PAYOUT ${id}`, ...(isReturned ? [`PAYOUT_FAILURE ${id}`] : [])]

function keysOf(ctx: Ctx, id: string): Set<string> {
  const keys = [`PAYOUT ${id}`, `PAYOUT_FAILURE ${id}`]
  const rows = ctx.db
    .select({ key: ledgerPostings.uniqueKey })
    .from(ledgerPostings)
    .where(and(inArray(ledgerPostings.uniqueKey, keys), isNull(ledgerPostings.orderId)))
    .all()
  return new Set(rows.map(({ key }) => key))
}

const liveAccounts = (ctx: Ctx, mode: Processor['mode']): string[] =>
  ctx.db
    .select()
    .from(sellerAccounts)
    .where(and(eq(sellerAccounts.mode, mode), isNull(sellerAccounts.endedAt)))
    .all()
    .map(({ accountId }) => accountId)

async function payoutsOf({ stripe }: Processor, accountId: string | null, sinceMs: number): Promise<Payout[]> {
  const whose = accountId === null ? {} : { stripeAccount: accountId }
  const since = { created: { gte: Math.floor(sinceMs / 1000) }, limit: 100 }
  try {
    return (await Array.fromAsync(stripe.payouts.list(since, whose))).map(toPayout)
  } catch (error) {
    // An account that was closed to us since we last heard of it tells nothing any more.
    if (accountId !== null && isOutOfReach(error)) return []
    throw error
  }
}
