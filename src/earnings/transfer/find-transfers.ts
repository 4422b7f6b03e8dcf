import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { artists } from '../../../db/schema/account/account.ts'
import { refreshAccount } from '../../books/seller/account/read-account.ts'
import { restoreAccount } from '../../books/seller/account/restore-account.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import type { Ctx } from '../../context.ts'
import type { Order } from '../../order/order.ts'
import { idOf } from '../../platform/payment/id-of.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { readTransfers } from './read-transfers.ts'
import { payeeOf, recordTransfers } from './record-transfers.ts'

/** Stores all transfers of an order at the processor, and returns them. Throws UNAVAILABLE. */
export async function findTransfers(ctx: Ctx, processor: Processor, order: Order): Promise<Stripe.Transfer[]> {
  const found = await readTransfers(ctx, processor, order.id)
  const lost = await ctx.jointly(() => {
    recordTransfers(ctx, order, found)
    return restoreAccounts(ctx, processor, found)
  })
  for (const accountId of lost) await refreshAccount(ctx, processor, accountId)
  return found
}

/** Stores paid accounts that a restored copy has lost. Called in a transaction. */
function restoreAccounts(ctx: Ctx, { mode }: Processor, transfers: readonly Stripe.Transfer[]): string[] {
  return transfers.flatMap((transfer) => {
    const artistId = payeeOf(transfer)
    const accountId = idOf(transfer.destination)
    if (artistId === undefined || accountId === '' || accountOfArtist(ctx, mode, artistId)) return []
    if (!ctx.db.select({ id: artists.id }).from(artists).where(eq(artists.id, artistId)).get()) return []
    restoreAccount(ctx, mode, artistId, accountId)
    return [accountId]
  })
}
