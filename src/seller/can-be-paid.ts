import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists, users } from '../../db/schema/account.ts'
import { sellerAccounts, sellerPermissions } from '../../db/schema/seller.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { maySell } from './permission.ts'

const sellerByHandle = prepared((db) => {
  const whereMode = eq(sellerAccounts.mode, sql.placeholder('mode'))
  return db
    .select({
      role: users.role,
      ready: sellerAccounts.ready,
      allowedAt: sellerPermissions.allowedAt,
      endedAt: sellerPermissions.endedAt,
    })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .leftJoin(sellerAccounts, and(eq(sellerAccounts.artistId, artists.id), whereMode))
    .leftJoin(sellerPermissions, eq(sellerPermissions.artistId, artists.id))
    .where(eq(artists.handle, sql.placeholder('handle')))
    .prepare()
})

/**
 * Why nobody can pay an artist: payments are off here, the owner of the instance does not let them sell, or no account
 * of theirs may receive money.
 */
export type Obstacle = 'off' | 'permission' | 'account'

/**
 * Returns what stands in the way of paying an artist, for a casset, an emoji or a tip; null for nothing. The owner of the
 * instance needs no permission and no account. With test payments the first sale connects one by itself (rule 7.2).
 */
export function obstacleTo({ config, db }: Pick<Ctx, 'config' | 'db'>, handle: string): Obstacle | null {
  const { payments, paymentMode: mode } = config
  if (payments === 'off') return 'off'
  const seller = sellerByHandle(db).get({ handle, mode })
  if (seller?.role === 'owner') return null
  if (!seller) return 'account'
  if (!maySell(config, seller)) return 'permission'
  return (seller.ready ?? payments === 'test') ? null : 'account'
}

/** Returns whether anybody can pay an artist here. */
export const canBePaid = (ctx: Pick<Ctx, 'config' | 'db'>, handle: string): boolean => obstacleTo(ctx, handle) === null

const hints: Readonly<Record<Obstacle, string>> = {
  off: 'This site takes no payments.',
  permission: 'The owner of this site has to let the artist sell first.',
  account: 'The artist has to set up payouts in the studio first.',
}

/** The message to a buyer when nobody can pay the artist. */
export const cannotBePaid = (obstacle: Obstacle) =>
  new AppError('BAD_STATE', 'This artist cannot be paid right now.', { hint: hints[obstacle] })
