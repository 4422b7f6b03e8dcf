import { and, asc, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { cleanLine, cleanLines } from '../../account/clean-text.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { aiAreas } from '../../lib/music/ai-labels.ts'
import type { ByName } from '../../lib/music/by.ts'
import { distinctBy } from '../../lib/music/by-lines.ts'
import { type Credit, distinctCredits, withoutColons } from '../../lib/music/credits.ts'
import { compactIswc } from '../../lib/music/identifiers.ts'
import { ownAsset } from '../../platform/asset/own-asset.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refusePrice } from '../../platform/payment/refuse-sum.ts'
import { countChange, refuseStale } from '../revision.ts'
import { refuseTakenDown } from '../taken-thing.ts'
import { refuseHeldBack } from './loss/track-claim.ts'
import { cutHookJob } from './measure/ingest-track.ts'
import { readOtherwise } from './measure/read-otherwise.ts'
import type { TrackPatch } from './model.ts'
import { ownTrack } from './own-track.ts'
import type { AiDisclosure, AiDisclosurePatch } from './shape.ts'
import type { TrackRow } from './to-track.ts'

/**
 * Changes the named fields of the caller's track. A job cuts a moved hook window; until then the
 * old hook is played. Returns the track with the casset's new ETag. Throws VALIDATION when the
 * window starts after the end, or the stems are not the caller's, FORBIDDEN for fields that only
 * the contributor of the track decides, and BAD_STATE when `ifMatch` does not match, and when a
 * track that a drop uses is switched off, or one that the site took down is switched on.
 */
export function updateTrack(
  ctx: Ctx,
  author: Viewer,
  id: string,
  patch: TrackPatch,
  ifMatch: string | null,
): { track: TrackRow; tag: string } {
  const { track, casset } = ownTrack(ctx, id, author)
  refuseContributed(track, author, patch)
  const { hookStartSec, hookDurationSec, position, title, lyrics, by, credits, iswc, aiDisclosure, price, ...others } =
    patch
  const { tagsEncoding, ...rest } = others
  if (price) refusePrice(ctx, price, casset.currency)
  const stemsId = rest.stemsAssetId ?? null
  if (stemsId !== null) ownAsset(ctx, author, 'stems', stemsId, 'stemsAssetId')
  if (typeof hookStartSec === 'number' && track.durationSec !== null && hookStartSec >= track.durationSec) {
    throw invalid('hookStartSec', say('The hook has to start before the track ends.'))
  }
  const titled = title === undefined ? {} : { title: readTitle(title) }
  refuseStale(casset, ifMatch)
  if (rest.active === false && track.active) refuseHeldBack(ctx, [track])
  if (rest.active === true) refuseTakenDown(track)
  const movesHook = hookStartSec !== undefined || hookDurationSec !== undefined
  return inTransaction(ctx.db, () => {
    const values = {
      ...(tagsEncoding === undefined ? {} : readOtherwise(track, tagsEncoding)),
      ...rest,
      ...(rest.active === false && track.active ? { inactiveAt: ctx.now() } : {}),
      ...titled,
      ...(price === undefined ? {} : { priceMinor: price }),
      ...(aiDisclosure === undefined ? {} : { aiDisclosure: disclosed(track.aiDisclosure, aiDisclosure) }),
      ...(iswc === undefined ? {} : { iswc: iswc === null ? null : compactIswc(iswc) }),
      ...(lyrics === undefined ? {} : { lyrics: cleanLines(lyrics) }),
      ...(by === undefined ? {} : { byNames: readBy(by) }),
      ...(credits === undefined ? {} : { credits: readCredits(credits) }),
      ...(hookStartSec === undefined ? {} : { hookWantedStartSec: hookStartSec }),
      ...(hookDurationSec === undefined ? {} : { hookWantedDurationSec: hookDurationSec }),
    }
    if (Object.keys(values).length > 0) ctx.db.update(tracks).set(values).where(eq(tracks.id, id)).run()
    if (position !== undefined) moveTrack(ctx, track, position)
    if (movesHook && track.status === 'READY') {
      ctx.jobs.add(cutHookJob, { trackId: id }, { key: id, lane: track.cassetId })
    }
    const after = ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()
    return { track: after ?? track, tag: countChange(ctx, casset) }
  })
}

/**
 * The creator of a co-casset moves and hides the tracks of others; their texts and hooks stay
 * unchanged (rule: copied-tracks).
 */
function refuseContributed({ contributorId }: TrackRow, { artistId }: Viewer, patch: TrackPatch): void {
  const { position: _, active: __, ...rest } = patch
  if (contributorId === null || contributorId === artistId || Object.keys(rest).length === 0) return
  const hint = say('You can move it, hide it or take it off.')
  throw new AppError('FORBIDDEN', say('Somebody else put this track here.'), { hint })
}

function disclosed(before: AiDisclosure, patch: AiDisclosurePatch): AiDisclosure {
  const after = { ...before }
  for (const { area } of aiAreas()) {
    const said = patch[area]
    if (said === null) delete after[area]
    else if (said !== undefined) after[area] = said
  }
  return after
}

/** Returns credits on one line each, no two of them the same; null for none. */
function readCredits(given: readonly Credit[]): Credit[] | null {
  const credits = given.map(({ role, name }) => ({ role: cleanLine(withoutColons(role)), name: cleanLine(name) }))
  if (credits.some(({ role, name }) => role === '' || name === '')) {
    throw invalid('credits', say('Enter a role and a name with at least one visible character.'))
  }
  return credits.length === 0 ? null : distinctCredits(credits)
}

/** Returns names on one line each, no two of them the same; null for none. */
function readBy(given: readonly ByName[]): ByName[] | null {
  const by = given.map(({ role, name }) => ({ role, name: cleanLine(name) }))
  if (by.some(({ name }) => name === '')) {
    throw invalid('by', say('Enter a name with at least one visible character.'))
  }
  return by.length === 0 ? null : distinctBy(by)
}

function readTitle(text: string): string {
  const title = cleanLine(text)
  if (title === '') throw invalid('title', say('Enter a title with at least one visible character.'))
  return title
}

/** Moves a track to a position (from 1), and renumbers the others. Called in a transaction. */
function moveTrack(ctx: Ctx, track: TrackRow, position: number): void {
  const others = orderOf(ctx, track.cassetId).filter((id) => id !== track.id)
  others.splice(position - 1, 0, track.id)
  numberTracks(ctx, others)
}

/** Ids of a casset's tracks in their order, without withdrawn ones. */
export const orderOf = (ctx: Ctx, cassetId: string): string[] =>
  ctx.db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.cassetId, cassetId), isNull(tracks.withdrawnAt)))
    .orderBy(asc(tracks.position), asc(tracks.id))
    .all()
    .map((row) => row.id)

/** Numbers tracks 1, 2, 3, … in the order given. */
export function numberTracks(ctx: Ctx, ids: readonly string[]): void {
  for (const [index, id] of ids.entries()) {
    ctx.db
      .update(tracks)
      .set({ position: index + 1 })
      .where(eq(tracks.id, id))
      .run()
  }
}
