import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { inBatches } from '../../db/in-batches.ts'
import { accessGrants } from '../../db/schema/license.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { dayMs } from '../lib/calendar.ts'
import { sha256Hex } from '../lib/hmac.ts'

/** A stored grant. */
export type GrantRow = typeof accessGrants.$inferSelect

const validMs = 900_000

/** What is granted, and by which license; null where none is needed. */
export type Granted = Pick<GrantRow, 'releaseId' | 'releaseVersionId' | 'resource' | 'licenseId'>

/** Returns the address that serves what is granted once, for a quarter of an hour (rule 12.42). */
export function issueGrant(ctx: Ctx, granted: Granted) {
  const token = Buffer.from(ctx.random(32)).toString('base64url')
  const createdAt = ctx.now()
  const expiresAt = createdAt + validMs
  ctx.db
    .insert(accessGrants)
    .values({ ...granted, tokenHash: sha256Hex(token), createdAt, expiresAt })
    .run()
  const url = `${ctx.site.origin}/api/agents/releases/${granted.releaseId}/grant?token=${token}`
  return { url, token, expiresAt: new Date(expiresAt).toISOString() }
}

const whereToken = (token: string) => eq(accessGrants.tokenHash, sha256Hex(token))

/**
 * Marks a grant of a release as used and returns it. Throws FORBIDDEN when it is unknown, expired or used already, and when the
 * license that it came from has ended.
 */
export function useGrant(ctx: Ctx, releaseId: string, token: string): GrantRow {
  const now = ctx.now()
  const grant = ctx.db
    .update(accessGrants)
    .set({ usedAt: now })
    .where(
      and(
        whereToken(token),
        eq(accessGrants.releaseId, releaseId),
        isNull(accessGrants.usedAt),
        sql`(${accessGrants.licenseId} IS NULL OR EXISTS
          (SELECT 1 FROM licenses WHERE order_id = ${accessGrants.licenseId} AND ended_at IS NULL))`,
        gt(accessGrants.expiresAt, now),
      ),
    )
    .returning()
    .get()
  if (grant) return grant
  const hint = 'A grant works once, for a quarter of an hour. Ask for access again.'
  throw new AppError('FORBIDDEN', 'This grant does not work, or not any more.', { hint })
}

/** Lets a grant be used again that could not be served. */
export const giveGrantBack = (ctx: Ctx, token: string): void =>
  void ctx.db.update(accessGrants).set({ usedAt: null }).where(whereToken(token)).run()

/** Deletes grants a day after they expired. */
export const pruneGrants = (ctx: Ctx): Promise<void> =>
  inBatches(ctx.jointly, ctx.db, {
    sql: `DELETE FROM access_grants WHERE token_hash IN
      (SELECT token_hash FROM access_grants WHERE expires_at < $before ORDER BY expires_at LIMIT $limit)`,
    before: ctx.now() - dayMs,
  })
