import { and, eq, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { letterReaders, letterRecipients, letters } from '../../../db/schema/audience/letter.ts'
import type { Ctx } from '../../context.ts'
import { countFailure } from '../../platform/mail/failing-address.ts'
import { saidOf } from '../../platform/mail/read-answer.ts'
import { consentOfKey, endByAddress } from '../mailing-list/end-consent.ts'
import { mayGet } from './send/may-get.ts'
import { type ReaderRow, readToken } from './send/reader-token.ts'

/**
 * Returns the name of the artist whose news a key ends, that of a letter or of the email that
 * welcomes to a mailing list; undefined for one that we did not write.
 */
export function artistOfKey(ctx: Ctx, key: string): string | undefined {
  const found = readToken(ctx, key)
  if (!found) return consentOfKey(ctx, key)?.artist
  const { displayName } = artists
  return ctx.db.select({ displayName }).from(artists).where(eq(artists.id, found.reader.artistId)).get()?.displayName
}

/**
 * Ends an artist's news to the reader whose letter, or email of welcome to a mailing list, has this
 * key: letters by any group, and the place on the list, even if allowed again since (rules:
 * letter-end, consent-end). Repeating it changes nothing. Returns whether we wrote the key.
 */
export function endByKey(ctx: Ctx, key: string): boolean {
  if (endFor(ctx, key, 'unsubscribed')) return true
  const found = consentOfKey(ctx, key)
  if (found) inTransaction(ctx.db, () => void endNews(ctx, found))
  return found !== undefined
}

/** Ends what an artist may write to an address that never got a letter. Called in a transaction. */
export function endAhead(ctx: Ctx, artistId: string, email: string): void {
  const now = ctx.now()
  ctx.db.insert(letterReaders).values({ artistId, email, createdAt: now }).onConflictDoNothing().run()
  endNews(ctx, { artistId, email })
}

/** Ends letters for a reader whose mail provider told of a complaint about one of them. */
export const complainByToken = (ctx: Ctx, token: string): boolean => endFor(ctx, token, 'complaints')

function endFor(ctx: Ctx, token: string, figure: 'unsubscribed' | 'complaints'): boolean {
  const found = readToken(ctx, token)
  if (!found) return false
  const isFirst = found.reader.endedAt === null
  inTransaction(ctx.db, () => {
    const wasReached = endNews(ctx, found.reader)
    if (isFirst || wasReached) count(ctx, found.letterId, figure)
  })
  return true
}

/**
 * Ends what an artist writes to an address, also after an earlier end: they may have allowed it
 * again since. Returns whether a letter would have reached it. Called in a transaction.
 */
function endNews(ctx: Ctx, { artistId, email }: Pick<ReaderRow, 'artistId' | 'email'>): boolean {
  const wasFollower = mayGet(ctx, artistId, { email, reason: 'FOLLOWER' })
  const endedAt = ctx.now()
  const wasOnList = endByAddress(ctx, artistId, email)
  if (wasFollower) {
    ctx.db.insert(letterReaders).values({ artistId, email, createdAt: endedAt }).onConflictDoNothing().run()
  }
  const isTheirs = and(eq(letterReaders.artistId, artistId), eq(letterReaders.email, email))
  ctx.db.update(letterReaders).set({ endedAt }).where(isTheirs).run()
  return wasFollower || wasOnList
}

const count = ({ db }: Ctx, id: string, figure: 'unsubscribed' | 'complaints'): void =>
  void db
    .update(letters)
    .set({ [figure]: sql`${letters[figure]} + 1` })
    .where(eq(letters.id, id))
    .run()

/** Why a letter came back for good; `isAddress`: because of its address. */
export type Bounce = { problem: string; isAddress: boolean }

/**
 * Notes that a letter which the mail server had taken came back for good. Repeating it changes
 * nothing. Returns whether we wrote the token.
 */
export function bounceByToken(ctx: Ctx, token: string, { problem, isAddress }: Bounce): boolean {
  const found = readToken(ctx, token)
  if (!found) return false
  const { letterId, reader } = found
  inTransaction(ctx.db, () => {
    const wasSent = and(
      eq(letterRecipients.letterId, letterId),
      eq(letterRecipients.readerId, reader.id),
      eq(letterRecipients.state, 'SENT'),
    )
    const came = { state: 'FAILED', problem: saidOf(reader.email, problem) } as const
    const failed = ctx.db.update(letterRecipients).set(came).where(wasSent).returning().get()
    if (!failed) return
    const moved = { sent: sql`${letters.sent} - 1`, failed: sql`${letters.failed} + 1` }
    ctx.db.update(letters).set(moved).where(eq(letters.id, letterId)).run()
    if (isAddress) countFailure(ctx, reader.email)
  })
  return true
}
