import { and, asc, between, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { prepared } from '../../../../db/prepared.ts'
import { artists, users } from '../../../../db/schema/account/account.ts'
import { orders } from '../../../../db/schema/order/order.ts'
import { licenses } from '../../../../db/schema/release/license.ts'
import { releaseVersions } from '../../../../db/schema/release/release.ts'
import type { TrackClaim } from '../../../casset/track/loss/track-claim.ts'

const { placeholder } = sql

const nextHolders = prepared((db) => {
  const { orderId: id, grantedAt, expiresAt, endedAt, holderId, licensee } = licenses
  const at = sql<number>`${grantedAt}`
  const [afterAt, trackId, heldUntil] = [placeholder('afterAt'), placeholder('trackId'), placeholder('heldUntil')]
  return db
    .select({
      id,
      at,
      holderId: sql<string>`coalesce(${holderId}, ${id})`,
      artistId: artists.id,
      address: sql<string>`coalesce(${users.email}, ${orders.buyerEmail}, '')`,
      name: sql<string>`coalesce(${artists.displayName}, ${licensee}, '')`,
      language: orders.language,
      hasPaid: sql`${orders.amountMinor} > 0`.mapWith(Boolean),
    })
    .from(orders)
    .innerJoin(licenses, eq(id, orders.id))
    .innerJoin(releaseVersions, eq(releaseVersions.id, licenses.releaseVersionId))
    .leftJoin(users, eq(users.id, holderId))
    .leftJoin(artists, eq(artists.userId, holderId))
    .where(
      and(
        eq(orders.cassetId, placeholder('cassetId')),
        eq(orders.kind, 'license'),
        between(grantedAt, afterAt, heldUntil),
        gt(expiresAt, heldUntil),
        isNull(endedAt),
        or(gt(grantedAt, afterAt), gt(id, placeholder('after'))),
        // Signed manifests go on naming a track that was erased.
        or(sql`${trackId} IS NULL`, sql`instr(${releaseVersions.manifest}, ${trackId}) > 0`),
      ),
    )
    .orderBy(asc(grantedAt), asc(id))
    .limit(placeholder('most'))
})

/** Holders of a license lose the use of what is taken down because of a law (rule: take-down). */
export const licenseClaim: TrackClaim = { holders: ({ db }, page) => nextHolders(db).all(page) }
