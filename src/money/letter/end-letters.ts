import { and, eq, isNull, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { failingAddresses, letterReaders, letterRecipients, letters } from '../../../db/schema/money/letter.ts'
import type { Ctx } from '../../context.ts'
import { endByAddress } from '../mailing-list/end-consent.ts'
import { readToken } from './reader-token.ts'

/**
 * Returns the name of the artist whose letters a token ends; undefined for one that we did not
 * write.
 */
export function artistOfToken(ctx: Ctx, token: string): string | undefined {
  const found = readToken(ctx, token)
  if (!found) return undefined
  const { displayName } = artists
  return ctx.db.select({ displayName }).from(artists).where(eq(artists.id, found.reader.artistId)).get()?.displayName
}

/**
 * Ends the letters of an artist to the reader of a token, by whichever group they came, and their
 * place on the mailing list; repeating it changes nothing (rule: letter-end). Returns whether we
 * wrote the token.
 */
export const endByToken = (ctx: Ctx, token: string): boolean => endFor(ctx, token, 'unsubscribed')

/** The same for a reader whose mail provider told of a complaint. */
export const complainByToken = (ctx: Ctx, token: string): boolean => endFor(ctx, token, 'complaints')

function endFor(ctx: Ctx, token: string, figure: 'unsubscribed' | 'complaints'): boolean {
  const found = readToken(ctx, token)
  if (!found) return false
  const { id, artistId, email } = found.reader
  inTransaction(ctx.db, () => {
    const isNow = and(eq(letterReaders.id, id), isNull(letterReaders.endedAt))
    const ended = ctx.db.update(letterReaders).set({ endedAt: ctx.now() }).where(isNow).returning().get()
    const hadConsent = endByAddress(ctx, artistId, email)
    if (!ended && !hadConsent) return
    // They had allowed letters again after an earlier end.
    if (!ended) ctx.db.update(letterReaders).set({ endedAt: ctx.now() }).where(eq(letterReaders.id, id)).run()
    count(ctx, found.letterId, figure)
  })
  return true
}

const count = ({ db }: Ctx, id: string, figure: 'unsubscribed' | 'complaints'): void =>
  void db
    .update(letters)
    .set({ [figure]: sql`${letters[figure]} + 1` })
    .where(eq(letters.id, id))
    .run()

/**
 * Counts a failure for good of an address (rule: letter-failures). Called in a transaction, once
 * for each letter to it.
 */
export function countFailure(ctx: Ctx, email: string): void {
  const last = { lastFailedAt: ctx.now() }
  ctx.db
    .insert(failingAddresses)
    .values({ email, failures: 1, ...last })
    .onConflictDoUpdate({
      target: failingAddresses.email,
      set: { failures: sql`${failingAddresses.failures} + 1`, ...last },
    })
    .run()
}

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
    const failed = ctx.db.update(letterRecipients).set({ state: 'FAILED', problem }).where(wasSent).returning().get()
    if (!failed) return
    const moved = { sent: sql`${letters.sent} - 1`, failed: sql`${letters.failed} + 1` }
    ctx.db.update(letters).set(moved).where(eq(letters.id, letterId)).run()
    if (isAddress) countFailure(ctx, reader.email)
  })
  return true
}
