import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import type { TrackRow } from './to-track.ts'

type Place = Pick<TrackRow, 'cassetId' | 'position' | 'contributorId'>

/** Puts a copy of a track into a casset; the file is stored once. Called in a transaction. */
export function copyTrack({ db, uuid, now }: Ctx, track: TrackRow, place: Place): TrackRow {
  const copy = {
    ...track,
    ...place,
    id: uuid(),
    hookId: uuid(),
    sourceId: track.sourceId ?? track.id,
    createdAt: now(),
  }
  const fresh = {
    active: true,
    inactiveAt: null,
    withdrawnAt: null,
    wholeForAll: false,
    fileTags: shownTags(track),
    priceMinor: null,
  }
  return db
    .insert(tracks)
    .values({ ...copy, ...fresh })
    .returning()
    .get()
}

/** The tags shown with a track (rule: file-tags). Others are only offered to its artist. */
const shownTags = ({ fileTags }: TrackRow): TrackRow['fileTags'] =>
  fileTags && {
    ...(fileTags.artist === undefined ? {} : { artist: fileTags.artist }),
    ...(fileTags.bpm === undefined ? {} : { bpm: fileTags.bpm }),
  }
