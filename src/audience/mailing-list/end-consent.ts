import { and, eq, isNull, or } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { mailingConsents as consents } from '../../../db/schema/audience/mailing-list.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

/** Throws NOT_FOUND, also when it has ended, FORBIDDEN for another's consent. */
export function leaveList(ctx: Ctx, author: Viewer, id: string): void {
  const isNow = and(eq(consents.id, id), isNull(consents.endedAt))
  const row = isUuidV7(id) ? ctx.db.select().from(consents).where(isNow).get() : undefined
  if (!row) throw notFound('mailing list')
  if (row.userId !== author.userId && !(author.emailVerified && row.email === author.email)) {
    throw new AppError('FORBIDDEN', say('This is somebody else’s consent.'))
  }
  ctx.db.update(consents).set({ endedAt: ctx.now() }).where(isNow).run()
}

/**
 * Returns the artist and the address that the key in an email is about, also when that consent has
 * ended; undefined for a key that we did not issue.
 */
export const consentOfKey = ({ db }: Ctx, key: string) =>
  db
    .select({ artist: artists.displayName, artistId: consents.artistId, email: consents.email })
    .from(consents)
    .innerJoin(artists, eq(artists.id, consents.artistId))
    .where(eq(consents.keyHash, sha256Hex(key)))
    .get()

/** Returns whether there was one. Called in a transaction. */
export function endByAddress(ctx: Ctx, artistId: string, email: string): boolean {
  const isNow = and(eq(consents.artistId, artistId), eq(consents.email, email), isNull(consents.endedAt))
  return ctx.db.update(consents).set({ endedAt: ctx.now() }).where(isNow).returning().get() !== undefined
}

/**
 * Ends the place on an artist's list that following by email gave somebody. Called in a
 * transaction.
 */
export function endFollowed(ctx: Ctx, { userId, email, emailVerified }: Viewer, artistId: string): void {
  const isTheirs = emailVerified
    ? or(eq(consents.userId, userId), eq(consents.email, email))
    : eq(consents.userId, userId)
  const isNow = and(eq(consents.artistId, artistId), eq(consents.givenFrom, 'follow'), isNull(consents.endedAt))
  ctx.db.update(consents).set({ endedAt: ctx.now() }).where(and(isTheirs, isNow)).run()
}

/** Deletes a guest's consents for an artist. Consents of the account with this address stay. */
export function forgetGuest({ db }: Ctx, artistId: string, email: string): void {
  const ofGuest = and(eq(consents.artistId, artistId), eq(consents.email, email), isNull(consents.userId))
  db.delete(consents).where(ofGuest).run()
}
