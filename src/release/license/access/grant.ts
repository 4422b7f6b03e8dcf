import { and, asc, eq, gt, inArray, isNull, lt } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../../db/in-batches.ts'
import { accessGrants } from '../../../../db/schema/release/license.ts'
import type { Entitlement } from '../../../casset/access/entitlement.ts'
import { entitlementByGrant, whereGrantHolds } from '../../../casset/access/grant-access.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import { type MakeToken, randomToken } from '../../../platform/http/request/repeatable.ts'

export type GrantRow = typeof accessGrants.$inferSelect

const validMs = 900_000

/** The granted resource, and the license for it; null where none is needed. */
export type Granted = Pick<GrantRow, 'releaseId' | 'releaseVersionId' | 'resource' | 'licenseId'>

const whereToken = (token: string) => eq(accessGrants.tokenHash, sha256Hex(token))

const whereOf = (releaseId: string, licenseId: string | undefined) =>
  and(
    eq(accessGrants.releaseId, releaseId),
    licenseId === undefined ? undefined : eq(accessGrants.licenseId, licenseId),
  )

export type RepeatedGrant = { makeToken: MakeToken; requestHash: string }

/**
 * Returns the address that serves granted files once, for a quarter of an hour (rule: grants): at
 * the release, or at the license with which they were sold. A grant for the same Idempotency-Key is
 * returned again unchanged. Throws BAD_STATE when that key came with another request.
 */
export function issueGrant(ctx: Ctx, granted: Granted, repeated?: RepeatedGrant, isSold = false) {
  const token = repeated?.makeToken(granted.releaseId) ?? randomToken(ctx)
  const before = repeated && ctx.db.select().from(accessGrants).where(whereToken(token)).get()
  if (before && before.requestHash !== repeated.requestHash) {
    const hint = say('Send another Idempotency-Key with each other request.')
    throw new AppError('BAD_STATE', say('This Idempotency-Key was sent with another request.'), { hint })
  }
  const { expiresAt } = before ?? addGrant(ctx, granted, token, repeated?.requestHash ?? null)
  const place = isSold ? `licenses/${granted.licenseId}` : `releases/${granted.releaseId}`
  const url = `${ctx.site.origin}/api/agents/${place}/grant?token=${token}`
  return { url, token, expiresAt: new Date(expiresAt).toISOString() }
}

function addGrant(ctx: Ctx, granted: Granted, token: string, requestHash: string | null): Pick<GrantRow, 'expiresAt'> {
  const createdAt = ctx.now()
  const expiresAt = createdAt + validMs
  ctx.db
    .insert(accessGrants)
    .values({ ...granted, tokenHash: sha256Hex(token), createdAt, expiresAt, requestHash })
    .run()
  return { expiresAt }
}

/** How long a delivery that broke off can be resumed. */
const resumedMs = 3_600_000

/**
 * Returns a used grant of a release of which the rest is asked for, within an hour. Throws
 * FORBIDDEN for any other, and when its license has ended.
 */
export function resumeGrant(ctx: Ctx, releaseId: string, token: string, licenseId?: string): GrantRow {
  const isRecent = gt(accessGrants.usedAt, ctx.now() - resumedMs)
  const grant = ctx.db
    .select()
    .from(accessGrants)
    .where(and(whereToken(token), whereOf(releaseId, licenseId), isRecent, whereGrantHolds(ctx)))
    .get()
  if (!grant) throw grantRefused()
  return grant
}

/**
 * Marks a grant of a release as used and returns it. Throws FORBIDDEN when it is unknown, expired
 * or already used, and when its license has ended.
 */
export function useGrant(ctx: Ctx, releaseId: string, token: string, licenseId?: string): GrantRow {
  const now = ctx.now()
  const grant = ctx.db
    .update(accessGrants)
    .set({ usedAt: now })
    .where(and(whereToken(token), whereOf(releaseId, licenseId), isNull(accessGrants.usedAt), whereGrantHolds(ctx)))
    .returning()
    .get()
  if (!grant) throw grantRefused()
  return grant
}

/** Throws FORBIDDEN when its license has ended meanwhile. */
export function entitlementOf(ctx: Ctx, { tokenHash }: GrantRow, isSold: boolean): Entitlement {
  const entitlement = entitlementByGrant(ctx, tokenHash, isSold)
  if (!entitlement) throw grantRefused()
  return entitlement
}

export function grantRefused(): AppError {
  const hint = say('A grant works once, within a quarter of an hour; its rest by Range. Ask for access again.')
  return new AppError('FORBIDDEN', say('This grant is invalid, was used or has expired.'), { hint })
}

/** Lets a grant that could not be served be used again. */
export const giveGrantBack = (ctx: Ctx, token: string): void =>
  void ctx.db.update(accessGrants).set({ usedAt: null }).where(whereToken(token)).run()

/** Deletes grants a day after they expired. */
export function pruneGrants({ db, jointly, now }: Ctx): Promise<void> {
  const { tokenHash, expiresAt } = accessGrants
  const whereLong = lt(expiresAt, now() - dayMs)
  const some = db.select({ tokenHash }).from(accessGrants).where(whereLong).orderBy(asc(expiresAt)).limit(batchSize)
  return inBatches(jointly, db.delete(accessGrants).where(inArray(tokenHash, some)).returning({ tokenHash }))
}
