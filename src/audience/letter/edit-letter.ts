import { and, eq } from 'drizzle-orm'
import { letters } from '../../../db/schema/audience/letter.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { cleanLine, cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { ownAsset } from '../../platform/asset/own-asset.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { type LetterRow, ownLetter } from './letter.ts'
import type { ChangedLetter } from './model.ts'

/**
 * Changes a letter of the caller that is being written; of one that was sent only whether it has a
 * page. Throws BAD_STATE when it changed since the revision that the caller saw, or is on its way;
 * VALIDATION by field.
 */
export function editLetter(ctx: Ctx, author: Viewer, id: string, asked: ChangedLetter): LetterRow {
  const letter = ownLetter(ctx, author, id)
  const { revision, isPublic, ...written } = asked
  const isWritten = Object.keys(written).length > 0
  if (letter.state !== 'DRAFT' && (isWritten || letter.state === 'SCHEDULED' || letter.state === 'GATHERING')) {
    const hint = letter.state === 'SCHEDULED' ? say('Undo its sending, then change it.') : say('Write another one.')
    throw new AppError('BAD_STATE', say('This letter cannot be changed any more.'), { hint })
  }
  const change: Partial<LetterRow> = {
    ...(asked.subject === undefined ? {} : { subject: cleanLine(asked.subject) }),
    ...(asked.body === undefined ? {} : { body: cleanLines(asked.body) ?? '' }),
    ...pictureOf(ctx, author, asked.picture),
    ...readersOf(ctx, author, asked.to),
    ...(isPublic === undefined ? {} : { isPublic }),
  }
  const changed = ctx.db
    .update(letters)
    .set({ ...change, revision: revision + 1, changedAt: ctx.now() })
    .where(and(eq(letters.id, id), eq(letters.revision, revision), eq(letters.state, letter.state)))
    .returning()
    .get()
  if (changed) return changed
  throw new AppError('BAD_STATE', say('This letter was changed elsewhere.'), {
    field: 'revision',
    hint: say('Load the page again; copy what you have written here first.'),
  })
}

function pictureOf(ctx: Ctx, author: Viewer, picture: ChangedLetter['picture']): Partial<LetterRow> {
  if (picture === undefined) return {}
  if (picture === null) return { assetId: null, assetAlt: '' }
  const { id } = ownAsset(ctx, author, 'image', picture.assetId, 'picture.assetId')
  return { assetId: id, assetAlt: cleanLine(picture.alt) }
}

function readersOf({ db }: Ctx, { artistId }: Viewer, to: ChangedLetter['to']): Partial<LetterRow> {
  if (to === undefined) return {}
  const { list, followers, collectorsOf } = to
  if (collectorsOf !== null) {
    const isOwn = and(eq(cassets.id, collectorsOf), eq(cassets.artistId, artistId))
    const own = db.select({ id: cassets.id }).from(cassets).where(isOwn).get()
    if (!own) throw invalid('to.collectorsOf', '"to.collectorsOf" is not one of your cassets.')
  }
  return { toList: list, toFollowers: followers, toCollectorsOf: collectorsOf }
}
