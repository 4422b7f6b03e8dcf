import { inTransaction } from '../../../../db/commits.ts'
import { cleanLine } from '../../../account/clean-text.ts'
import type { Ctx } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import type { PartDraft } from '../../../lib/album/cue/parts.ts'
import { goesBeyond } from '../../../lib/album/cue/place-cues.ts'
import { say } from '../../../lib/language/say.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { countChange, refuseStale } from '../../revision.ts'
import { forgetUpload } from '../../upload/resumable.ts'
import { insertTracks, refuseFullCasset } from '../add-track.ts'
import { eraseTrack } from '../loss/erase-track.ts'
import { isKept, refuseBound, refuseHeldBack } from '../loss/track-claim.ts'
import { soundSeconds } from '../measure/ingest-track.ts'
import { ownTrack } from '../own-track.ts'
import type { TrackRow } from '../to-track.ts'
import { numberTracks, orderOf } from '../update-track.ts'
import { rowsOfParts } from './part.ts'

/**
 * Makes several tracks of the caller's track, in its place, as a cue sheet names them (rule:
 * cue-sheets). Returns their ids with the casset's new ETag. Throws VALIDATION for parts that do
 * not follow each other or begin after the end, and BAD_STATE when `ifMatch` does not match, while
 * somebody has the track or anything names it, and for too many tracks; then nothing changes.
 */
export async function cutTrack(
  ctx: Ctx,
  author: Viewer,
  id: string,
  given: readonly PartDraft[],
  ifMatch: string | null,
): Promise<{ ids: string[]; tag: string }> {
  const parts = given.map((part) => ({ ...part, ...cleanPart(part) }))
  for (const [index, { from }] of parts.entries()) {
    if (index > 0 && from <= (parts[index - 1]?.from ?? 0)) {
      throw invalid('parts', say('Track {number} must begin after the one before it.', { number: index + 1 }))
    }
  }
  const before = cuttable(ctx, author, id, parts.length, ifMatch)
  const seconds = before.track.durationSec ?? (await soundSeconds(ctx, before.track))
  if (goesBeyond({ tracks: parts.map(({ from }, number) => ({ from, number })) }, seconds ?? undefined)) {
    throw invalid('parts', say('A track cannot begin after the end of the file.'))
  }
  // The track may have changed while its file was looked at.
  const { track, casset } = cuttable(ctx, author, id, parts.length, ifMatch)
  const made = inTransaction(ctx.db, () => {
    const order = orderOf(ctx, track.cassetId)
    eraseTrack(ctx, track)
    const ids = insertTracks(ctx, sourceOf(track), rowsOfParts(ctx, track, parts, seconds)).map((row) => row.id)
    numberTracks(
      ctx,
      order.flatMap((each) => (each === track.id ? ids : [each])),
    )
    return { ids, tag: countChange(ctx, casset) }
  })
  await forgetUpload(ctx, track)
  return made
}

function cleanPart({ title, by, credits }: PartDraft): Pick<PartDraft, 'title' | 'by' | 'credits'> {
  const clean = {
    title: cleanLine(title),
    by: by.map(({ role, name }) => ({ role, name: cleanLine(name) })),
    credits: credits.map(({ role, name }) => ({ role: cleanLine(role), name: cleanLine(name) })),
  }
  const isSaid = [clean.title, ...clean.by.map(({ name }) => name), ...clean.credits.flatMap(Object.values)]
  if (isSaid.includes('')) throw invalid('parts', say('Enter a title with at least one visible character.'))
  return clean
}

function cuttable(ctx: Ctx, author: Viewer, id: string, count: number, ifMatch: string | null) {
  const { track, casset } = ownTrack(ctx, id, author)
  refuseStale(casset, ifMatch)
  if (track.sourceId !== null || track.contributorId !== null || track.cutFrom !== null || track.status === 'FAILED') {
    throw new AppError('BAD_STATE', say('Only a file that you uploaded, and that could be read, can be cut.'))
  }
  refuseHeldBack(ctx, [track])
  refuseBound(ctx, track, [])
  if (isKept(ctx, { ...track, inactiveAt: track.active ? ctx.now() : track.inactiveAt })) {
    throw new AppError('BAD_STATE', say('Somebody has this track already.'), {
      hint: say('Upload the file again, and cut that.'),
    })
  }
  refuseFullCasset(ctx, casset.id, count - 1)
  return { track, casset }
}

/** Returns the fields that parts have of the track that they replace. */
const sourceOf = ({ cassetId, format, sha256, kind, aiDisclosure, active, wholeForAll, priceMinor }: TrackRow) => ({
  cassetId,
  format,
  sha256,
  kind,
  aiDisclosure,
  active,
  wholeForAll,
  priceMinor,
})
