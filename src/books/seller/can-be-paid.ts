import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { sellerAccounts, sellerPermissions } from '../../../db/schema/books/seller.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { sharesOf } from '../../casset/member/shares.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { splitSlug } from '../../lib/text/slug.ts'
import { hasSuspended } from './has-suspended.ts'
import { maySell } from './permission/permission.ts'

const selectSeller = (db: Db, which: SQL) => {
  const whereMode = eq(sellerAccounts.mode, sql.placeholder('mode'))
  return db
    .select({
      role: users.role,
      suspended: users.suspended,
      ready: sellerAccounts.ready,
      allowedAt: sellerPermissions.allowedAt,
      endedAt: sellerPermissions.endedAt,
    })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .leftJoin(sellerAccounts, and(eq(sellerAccounts.artistId, artists.id), whereMode))
    .leftJoin(sellerPermissions, eq(sellerPermissions.artistId, artists.id))
    .where(which)
}
const byHandle = prepared((db) => selectSeller(db, eq(artists.handle, sql.placeholder('handle'))))
const byId = prepared((db) => selectSeller(db, eq(artists.id, sql.placeholder('artistId'))))

/**
 * Why nobody can pay an artist: payments are off here, the site suspended them, the owner of the
 * instance does not let them sell, or they have no account that may receive money.
 */
export type Obstacle = 'off' | 'suspended' | 'permission' | 'account'

type SellerContext = Pick<Ctx, 'config' | 'db'>

/**
 * Returns the obstacle to paying an artist, for a casset, an emoji or a tip; null for none. The
 * owner of the instance needs no permission and no account. With test payments the first sale
 * connects an account by itself (rule: whose-account). `slug` is a casset's, or an artist's handle.
 */
export function obstacleTo(ctx: SellerContext, slug: string): Obstacle | null {
  const { payments, paymentMode: mode } = ctx.config
  if (payments === 'off') return 'off'
  const seller = byHandle(ctx.db).get({ handle: splitSlug(slug).handle, mode })
  return seller ? obstacleOf(ctx, seller) : obstacleToShared(ctx, slug)
}

type Seller = NonNullable<ReturnType<ReturnType<typeof byHandle>['get']>>

function obstacleOf({ config }: SellerContext, seller: Seller | undefined): Obstacle | null {
  if (seller?.role === 'owner') return null
  if (!seller) return 'account'
  if (seller.suspended !== null) return 'suspended'
  if (!maySell(config, seller)) return 'permission'
  return (seller.ready ?? config.payments === 'test') ? null : 'account'
}

/**
 * The creator must be allowed to sell, and at least one member must be payable: the others' parts
 * are owed to them (rule: co-casset-sales).
 */
function obstacleToShared(ctx: SellerContext, slug: string): Obstacle | null {
  const { paymentMode: mode } = ctx.config
  const casset = ctx.db
    .select({ id: cassets.id, artistId: cassets.artistId })
    .from(cassets)
    .where(eq(cassets.slug, slug))
    .get()
  if (!casset) return 'account'
  if (hasSuspended(ctx, casset.id)) return 'suspended'
  const obstacleFor = (artistId: string) => obstacleOf(ctx, byId(ctx.db).get({ artistId, mode }))
  if (obstacleFor(casset.artistId) === 'permission') return 'permission'
  return sharesOf(ctx, casset.id).some(({ artistId }) => obstacleFor(artistId) === null) ? null : 'account'
}

export const canBePaid = (ctx: Pick<Ctx, 'config' | 'db'>, slug: string): boolean => obstacleTo(ctx, slug) === null

const hints = (): Readonly<Record<Obstacle, string>> => ({
  off: say('This site takes no payments.'),
  suspended: say('This site has suspended the artist.'),
  permission: say('The owner of this site has to let the artist sell first.'),
  account: say('The artist has to set up payouts in the studio first.'),
})

export const cannotBePaid = (obstacle: Obstacle) =>
  new AppError('BAD_STATE', say('This artist cannot be paid right now.'), { hint: hints()[obstacle] })
