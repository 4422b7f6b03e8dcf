import { eq } from 'drizzle-orm'
import { sellerPermissions } from '../../../db/schema/books/seller.ts'
import type { Personal } from '../../platform/personal.ts'
import { closeAccounts } from './account/close-account.ts'

export const sellerPersonal: Personal = {
  erases: ['seller_permissions'],
  forget(ctx, { artistId }) {
    ctx.db.delete(sellerPermissions).where(eq(sellerPermissions.artistId, artistId)).run()
    closeAccounts(ctx, artistId)
  },
}
