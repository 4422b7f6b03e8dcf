import { and, eq, isNull } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { mailingConsents as consents } from '../../../db/schema/money/mailing-list.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { sha256Hex } from '../../lib/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { isUuidV7 } from '../../lib/uuid.ts'
import type { Viewer } from '../../platform/http/session.ts'

/**
 * Takes the caller off a mailing list. Throws NOT_FOUND, also when it has ended, FORBIDDEN for
 * another's consent.
 */
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
 * Returns the name of the artist whose list the key in an email ends; undefined for a key that we
 * did not issue.
 */
export const listOfKey = ({ db }: Ctx, key: string): string | undefined =>
  db
    .select({ artist: artists.displayName })
    .from(consents)
    .innerJoin(artists, eq(artists.id, consents.artistId))
    .where(eq(consents.keyHash, sha256Hex(key)))
    .get()?.artist

/**
 * Ends the consent of the reader who was sent this key; repeating it changes nothing
 * (rule: consent-end).
 */
export function endByKey(ctx: Ctx, key: string): void {
  const isNow = and(eq(consents.keyHash, sha256Hex(key)), isNull(consents.endedAt))
  ctx.db.update(consents).set({ endedAt: ctx.now() }).where(isNow).run()
}

/**
 * Ends the consent that an address has given an artist. Returns whether there was one. Called in a
 * transaction.
 */
export function endByAddress(ctx: Ctx, artistId: string, email: string): boolean {
  const isNow = and(eq(consents.artistId, artistId), eq(consents.email, email), isNull(consents.endedAt))
  return ctx.db.update(consents).set({ endedAt: ctx.now() }).where(isNow).returning().get() !== undefined
}

/** Deletes a guest's consents for an artist. Consents of the account with this address stay. */
export function forgetGuest({ db }: Ctx, artistId: string, email: string): void {
  const ofGuest = and(eq(consents.artistId, artistId), eq(consents.email, email), isNull(consents.userId))
  db.delete(consents).where(ofGuest).run()
}
