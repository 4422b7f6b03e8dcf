import { rowsBy } from '../../../../db/prepared.ts'
import { sellerPermissions } from '../../../../db/schema/books/seller.ts'
import type { Ctx } from '../../../context.ts'

export type Permission = Pick<typeof sellerPermissions.$inferSelect, 'askedAt' | 'allowedAt' | 'endedAt'>

const never: Permission = { askedAt: null, allowedAt: null, endedAt: null }

const ofArtist = rowsBy(sellerPermissions, 'artistId')

export const permissionOf = (ctx: Pick<Ctx, 'db'>, artistId: string): Permission =>
  ofArtist(ctx.db).get({ artistId }) ?? never

/**
 * Returns whether an artist may sell: artists whom the owner of the instance allowed, or with
 * SELLERS=open everybody whose permission was not withdrawn (rule: permission-to-sell).
 */
export const maySell = ({ sellers }: Ctx['config'], { allowedAt, endedAt }: Omit<Permission, 'askedAt'>): boolean =>
  allowedAt !== null || (sellers === 'open' && endedAt === null)

/** Stores a permission. Called in the transaction of its effects. */
export function savePermission(ctx: Ctx, artistId: string, permission: Permission): void {
  ctx.db
    .insert(sellerPermissions)
    .values({ artistId, ...permission })
    .onConflictDoUpdate({ target: sellerPermissions.artistId, set: permission })
    .run()
}
