import { and, count, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { cassets, formerWords } from '../../db/schema/casset/casset.ts'
import { makeMusic } from '../account/change-user.ts'
import { cleanLine } from '../account/clean-text.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid, notFound } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import { mostTapes, type TapeKind } from '../lib/music/tape.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { newPriceCurrency } from '../platform/payment/platform-currency.ts'
import type { CassetRow } from './casset.ts'
import { addCasset, changeCassets } from './casset.ts'
import { freeWord, isFreeWord, wordFrom } from './tape-word.ts'

export type TapeDraft = { name: string; word?: string | undefined; kind?: TapeKind | undefined }

const isOwnTape = (artistId: string) => and(eq(cassets.artistId, artistId), isNull(cassets.slug))

/** Returns the artist's first tape, whose address is their handle. */
export function firstTape({ db }: Ctx, artistId: string): CassetRow {
  const which = and(isOwnTape(artistId), isNull(cassets.word))
  const row = db.select().from(cassets).where(which).get()
  if (!row) throw notFound('casset')
  return row
}

/**
 * Creates a further tape of the caller: unpublished, free, and with the look of their first one
 * (rule: tapes). Throws VALIDATION for a name or word that cannot be used, BAD_STATE for one tape
 * too many.
 */
export function createTape(ctx: Ctx, { artistId }: Pick<Viewer, 'artistId'>, draft: TapeDraft): CassetRow {
  const name = cleanLine(draft.name)
  if (name === '') throw invalid('name', say('Enter a name with at least one visible character.'))
  return inTransaction(ctx.db, () => {
    const first = firstTape(ctx, artistId)
    const word = draft.word === undefined ? wordFrom(ctx, artistId, name) : freeWord(ctx, artistId, null, draft.word)
    refuseMany(ctx, artistId)
    makeMusic(ctx, artistId)
    const { themeTokens, backgroundSource, backgroundAssetId, patternId, footerTheme } = first
    const look = { themeTokens, backgroundSource, backgroundAssetId, patternId, footerTheme }
    const currency = newPriceCurrency(ctx)
    return addCasset(ctx, { artistId, slug: null, word, name, currency, kind: draft.kind ?? 'ALBUM', ...look })
  })
}

export const countTapes = ({ db }: Ctx, artistId: string): number =>
  db.select({ count: count() }).from(cassets).where(isOwnTape(artistId)).get()?.count ?? 0

function refuseMany(ctx: Ctx, artistId: string): void {
  if (countTapes(ctx, artistId) < mostTapes) return
  throw new AppError('BAD_STATE', say('An artist has at most {mostTapes} cassets.', { mostTapes }))
}

export type TapePlace = { [Key in 'word' | 'formerWord']: string | undefined } & { first: true | undefined }

/**
 * Returns the change of a tape's word, and makes the changes that go with it: the former word leads
 * on (rule: former-words), and the tape that was the first before gets `formerWord`. Called in a
 * transaction. Throws VALIDATION by field.
 */
export function placeTape(ctx: Ctx, tape: CassetRow, { word, first, formerWord }: TapePlace): { word?: string | null } {
  if (word === undefined && first === undefined && formerWord === undefined) return {}
  const { artistId, id } = tape
  const asked = word !== undefined ? 'word' : first ? 'first' : 'formerWord'
  if (tape.slug !== null) throw invalid(asked, say('A casset that several artists share keeps its own address.'))
  if (!first) {
    if (formerWord !== undefined) throw invalid('formerWord', '"formerWord" goes with "first".')
    if (word === undefined) return {}
    if (tape.word === null) throw invalid('word', say('The address of your first casset is your handle.'))
    freeWord(ctx, artistId, id, word)
    if (word !== tape.word) leaveWord(ctx, tape, word)
    return { word }
  }
  if (word !== undefined) throw invalid('word', say('The address of your first casset is your handle.'))
  if (tape.word === null) throw invalid('first', say('This casset is your first one already.'))
  if (formerWord === undefined) {
    throw invalid('formerWord', say('Choose a new address for the casset that was first until now.'))
  }
  const before = firstTape(ctx, artistId)
  freeWord(ctx, artistId, before.id, formerWord, 'formerWord')
  leaveWord(ctx, tape, null)
  forgetWord(ctx, artistId, formerWord)
  // No two tapes are without a word at any time.
  changeCassets(ctx, eq(cassets.id, before.id), { word: formerWord, revision: before.revision + 1 })
  return { word: null }
}

const mostFormer = 20

/** Keeps the word that a tape leaves, as its address has to lead on. */
function leaveWord(ctx: Ctx, tape: CassetRow, next: string | null): void {
  if (next !== null) forgetWord(ctx, tape.artistId, next)
  if (tape.word !== null) leadFrom(ctx, tape, tape.word)
}

/** Lets a tape's former word lead to it, if it is free. Called in a transaction. */
export function keepWord(ctx: Ctx, tape: CassetRow, word: string): void {
  if (isFreeWord(ctx, tape.artistId, word)) leadFrom(ctx, tape, word)
}

function leadFrom(ctx: Ctx, { artistId, id: cassetId }: CassetRow, word: string): void {
  const kept = ctx.db.select({ count: count() }).from(formerWords).where(eq(formerWords.cassetId, cassetId)).get()
  if ((kept?.count ?? 0) >= mostFormer) {
    throw new AppError(
      'BAD_STATE',
      say('{mostFormer} former addresses already redirect to this casset.', { mostFormer }),
      {
        field: 'word',
        hint: say('You can go back to one of them.'),
      },
    )
  }
  ctx.db.insert(formerWords).values({ artistId, word, cassetId, leftAt: ctx.now() }).run()
}

function forgetWord({ db }: Ctx, artistId: string, word: string): void {
  const which = and(eq(formerWords.artistId, artistId), eq(formerWords.word, word))
  db.delete(formerWords).where(which).run()
}
