import { eq } from 'drizzle-orm'
import { sellerAccounts, sellerPermissions } from '../../../db/schema/money/seller.ts'
import type { Ctx } from '../../context.ts'
import type { Personal } from '../../platform/personal.ts'
import { readOwedTo } from '../ledger/read-owed.ts'
import { closeAccountJob } from './close-account.ts'

/** Somebody's permission to sell and their connected accounts. */
export const sellerPersonal: Personal = {
  erases: ['seller_permissions'],
  forget(ctx, { artistId }) {
    ctx.db.delete(sellerPermissions).where(eq(sellerPermissions.artistId, artistId)).run()
    closeAccounts(ctx, artistId)
  },
}

/**
 * Closes connected accounts that are owed nothing. The others stay open until the money has been
 * sent.
 */
function closeAccounts(ctx: Ctx, artistId: string): void {
  const all = ctx.db.select().from(sellerAccounts).where(eq(sellerAccounts.artistId, artistId)).all()
  for (const { accountId, mode } of all) {
    if (mode !== ctx.processor?.mode || readOwedTo(ctx, artistId, mode).length > 0) continue
    ctx.jobs.add(closeAccountJob, { accountId }, { key: accountId })
  }
}
