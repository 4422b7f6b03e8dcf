import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists, users } from '../../db/schema/account.ts'
import { sellerAccounts } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'

const sellerByHandle = prepared((db) => {
  const whereMode = eq(sellerAccounts.mode, sql.placeholder('mode'))
  return db
    .select({ role: users.role, ready: sellerAccounts.ready })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .leftJoin(sellerAccounts, and(eq(sellerAccounts.artistId, artists.id), whereMode))
    .where(eq(artists.handle, sql.placeholder('handle')))
    .prepare()
})

/**
 * Returns whether an artist can be paid: true for the owner of the instance, and for artists whose connected account
 * may receive money now. With test payments the first sale connects an account automatically (rule 7.2).
 */
export function canBePaid({ config: { payments }, db }: Pick<Ctx, 'config' | 'db'>, handle: string): boolean {
  if (payments === 'off') return false
  const seller = sellerByHandle(db).get({ handle, mode: payments })
  if (!seller) return false
  return seller.role === 'owner' || (seller.ready ?? payments === 'test')
}

/** The message to a buyer when the artist cannot be paid. */
export const cannotBePaid = () =>
  new AppError('BAD_STATE', 'This artist cannot be paid right now.', {
    hint: 'The artist has to set up payouts in the studio first.',
  })
