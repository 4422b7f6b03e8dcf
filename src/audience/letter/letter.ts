import { and, desc, eq, lt } from 'drizzle-orm'
import { letters } from '../../../db/schema/audience/letter.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { say } from '../../lib/language/say.ts'
import { wallTimeOf } from '../../lib/time/zoned-time.ts'
import { assetUrl } from '../../platform/asset/asset-url.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Letter, Letters } from './model.ts'

export type LetterRow = typeof letters.$inferSelect

/** The most letters of an artist that are being written at once. */
const mostDrafts = 100

export const letterById = ({ db }: Ctx, id: string): LetterRow | undefined =>
  db.select().from(letters).where(eq(letters.id, id)).get()

/** Returns a letter of the caller. Throws NOT_FOUND, FORBIDDEN for another's. */
export function ownLetter(ctx: Ctx, { artistId }: Viewer, id: string): LetterRow {
  const letter = isUuidV7(id) ? letterById(ctx, id) : undefined
  if (!letter) throw notFound('letter')
  if (letter.artistId !== artistId) throw new AppError('FORBIDDEN', say('This letter belongs to somebody else.'))
  return letter
}

/** Why we stopped a letter, as it is kept; a mail server's own words are kept, too. */
export const suspendedProblem = 'The account is suspended.'

export const toLetter = (letter: LetterRow, handle: string): Letter => ({
  id: letter.id,
  state: letter.state,
  subject: letter.subject,
  body: letter.body,
  picture:
    letter.assetId === null
      ? null
      : { assetId: letter.assetId, alt: letter.assetAlt, url: assetUrl(letter.assetId, 640) },
  to: { list: letter.toList, followers: letter.toFollowers, collectorsOf: letter.toCollectorsOf },
  isPublic: letter.isPublic,
  path: letter.word !== null && letter.isPublic && letter.begunAt !== null ? letterPath(handle, letter.word) : null,
  revision: letter.revision,
  schedule:
    letter.sendAt === null || letter.zone === null
      ? null
      : { at: iso(letter.sendAt), zone: letter.zone, wallTime: wallTimeOf(letter.sendAt, letter.zone) },
  changedAt: iso(letter.changedAt),
  begunAt: letter.begunAt === null ? null : iso(letter.begunAt),
  endedAt: letter.endedAt === null ? null : iso(letter.endedAt),
  problem: letter.problem === suspendedProblem ? say('The account is suspended.') : letter.problem,
  figures: {
    recipients: letter.recipients,
    sent: letter.sent,
    unsure: letter.unsure,
    failed: letter.failed,
    skipped: letter.skipped,
    unsubscribed: letter.unsubscribed,
    complaints: letter.complaints,
    collects: letter.collects,
  },
})

const iso = (ms: number): string => new Date(ms).toISOString()

export const lettersPath = (handle: string): string => `/@${handle}/letters`

export const letterPath = (handle: string, word: string): string => `${lettersPath(handle)}/${word}`

/** Returns the letters of the caller, newest first. */
export function listLetters({ db }: Ctx, { artistId, handle }: Viewer, limit: number, cursor?: string): Letters {
  const whereFurther = cursor === undefined ? undefined : lt(letters.id, cursor)
  const rows = db
    .select()
    .from(letters)
    .where(and(eq(letters.artistId, artistId), whereFurther))
    .orderBy(desc(letters.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { letters: page.map((row) => toLetter(row, handle)), nextCursor }
}

/** The letter goes to the caller's mailing list. Throws BAD_STATE for too many drafts. */
export function beginLetter(ctx: Ctx, { artistId }: Viewer): LetterRow {
  const drafts = ctx.db
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.artistId, artistId), eq(letters.state, 'DRAFT')))
    .limit(mostDrafts)
    .all()
  if (drafts.length === mostDrafts) {
    throw new AppError('BAD_STATE', say('You have {mostDrafts} letters that were not sent.', { mostDrafts }), {
      hint: say('Delete one first.'),
    })
  }
  const now = ctx.now()
  return ctx.db
    .insert(letters)
    .values({
      id: ctx.uuid(),
      artistId,
      state: 'DRAFT',
      subject: '',
      body: '',
      assetAlt: '',
      toList: true,
      toFollowers: false,
      isPublic: false,
      revision: 1,
      createdAt: now,
      changedAt: now,
    })
    .returning()
    .get()
}

/** Deletes a letter that was never sent. Throws BAD_STATE for any other. */
export function deleteLetter(ctx: Ctx, author: Viewer, id: string): void {
  const { state } = ownLetter(ctx, author, id)
  const gone = ctx.db
    .delete(letters)
    .where(and(eq(letters.id, id), eq(letters.state, 'DRAFT')))
    .returning({ id: letters.id })
    .get()
  if (gone) return
  const hint = state === 'SCHEDULED' ? say('Undo its sending first.') : say('You can take its page away instead.')
  throw new AppError('BAD_STATE', say('This letter is on its way or was sent.'), { hint })
}

/** Moves a letter to a state from one of `from`. Returns it as it is then, else undefined. */
export function moveLetter(
  { db }: Ctx,
  id: string,
  from: LetterRow['state'],
  change: Partial<LetterRow> & Pick<LetterRow, 'state'>,
): LetterRow | undefined {
  return db
    .update(letters)
    .set(change)
    .where(and(eq(letters.id, id), eq(letters.state, from)))
    .returning()
    .get()
}
