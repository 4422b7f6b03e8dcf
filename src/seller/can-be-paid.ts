import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists, users } from '../../db/schema/account.ts'
import { sellerAccounts } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'

const sellerByHandle = prepared((db) => {
  const isInMode = eq(sellerAccounts.mode, sql.placeholder('mode'))
  return db
    .select({ role: users.role, ready: sellerAccounts.ready })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .leftJoin(sellerAccounts, and(eq(sellerAccounts.artistId, artists.id), isInMode))
    .where(eq(artists.handle, sql.placeholder('handle')))
    .prepare()
})

/**
 * Whether anybody can pay an artist here: the owner of the instance, and whoever has a connected account that may
 * receive money now. With test payments the first sale connects one by itself (rule 7.2).
 */
export function canBePaid({ config: { payments }, db }: Pick<Ctx, 'config' | 'db'>, handle: string): boolean {
  if (payments === 'off') return false
  const seller = sellerByHandle(db).get({ handle, mode: payments })
  if (!seller) return false
  return seller.role === 'owner' || (seller.ready ?? payments === 'test')
}

/** What a buyer is told when nobody can pay the artist. */
export const cannotBePaid = () =>
  new AppError('BAD_STATE', 'This artist cannot be paid right now.', {
    hint: 'The artist has to set payouts up in the studio first.',
  })
