import { isNotNull } from 'drizzle-orm'
import { sellerAccounts } from '../../../../db/schema/books/seller.ts'
import type { Ctx } from '../../../context.ts'
import type { PaymentMode } from '../../../platform/payment/mode.ts'
import { accountById } from './seller-account.ts'

/**
 * Stores an artist's account at the processor again after the database was restored from an older
 * copy, unless they have another one by now. The caller then reads its state from the processor.
 * Called in a transaction.
 */
export function restoreAccount(ctx: Ctx, mode: PaymentMode, artistId: string, accountId: string): void {
  if (accountById(ctx, mode, accountId)) return
  const row = { artistId, mode, accountId, ready: false, readyAt: null, endedAt: null, createdAt: ctx.now() }
  ctx.db
    .insert(sellerAccounts)
    .values(row)
    .onConflictDoUpdate({
      target: [sellerAccounts.artistId, sellerAccounts.mode],
      set: row,
      setWhere: isNotNull(sellerAccounts.endedAt),
    })
    .run()
}
