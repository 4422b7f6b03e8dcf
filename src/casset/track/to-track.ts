import type { StoredFileTags, tracks } from '../../../db/schema/casset/track.ts'
import { present } from '../../lib/json/present.ts'
import { problemText } from '../audio/ingest/master/problem-text.ts'
import type { HookFigures } from '../hook/hook-figures.ts'
import type { OwnerTrackShape, SaidTags, TrackShape } from './shape.ts'

export type TrackRow = typeof tracks.$inferSelect

/** A track without its waveforms; in a list its lyrics may be omitted for length. */
export type ListedTrack = Omit<TrackRow, 'waveform' | 'peaks' | 'fileTags'> & { isLeftOut?: boolean }

/** A track in its owner's list: with a flag instead of the lyrics in its tags. */
export type OwnListedTrack = ListedTrack & { fileTags: StoredFileTags | null }

/** Returns a track as everybody sees it: URLs of its waveform and stream, never its file. */
export function toTrack(row: ListedTrack, figures: HookFigures): TrackShape {
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    durationSec: row.durationSec,
    position: row.position,
    hook: {
      id: row.hookId,
      startSec: row.hookStartSec ?? 0,
      durationSec: row.hookDurationSec ?? 0,
      ...figures,
    },
    waveform: `/api/audio/waveform/${row.id}`,
    ...(row.waveformApproximate ? { waveformApproximate: true as const } : {}),
    stream: `/api/audio/${row.id}`,
    ...(row.wholeForAll ? { wholeForAll: true as const } : {}),
    lyrics: row.lyrics,
    ...(row.byNames === null ? {} : { by: row.byNames }),
    ...(row.credits === null ? {} : { credits: row.credits }),
    ...(Object.keys(row.aiDisclosure).length > 0 ? { aiDisclosure: row.aiDisclosure } : {}),
    ...(row.isLeftOut ? { lyricsUrl: `/api/tracks/${row.id}/lyrics` } : {}),
  }
}

export function toOwnerTrack(row: OwnListedTrack, figures: HookFigures): OwnerTrackShape {
  return {
    ...toTrack(row, figures),
    active: row.active,
    isrc: row.isrc,
    iswc: row.iswc,
    mbid: row.mbid,
    aiDisclosure: row.aiDisclosure,
    stemsAssetId: row.stemsAssetId,
    ownPrice: row.priceMinor,
    loudnessLufs: row.loudnessLufs,
    waveformApproximate: row.waveformApproximate,
    file: {
      name: row.fileName,
      format: row.format,
      bytes: row.bytes,
      lightBytes: row.lightBytes,
      sha256: row.sha256,
      status: row.status,
      problem: row.problem && problemText(row.problem),
      tags: toSaid(row.fileTags ?? {}),
    },
  }
}

const toSaid = ({
  lyrics,
  cover,
  credits: _,
  genre: __,
  albumArtist: ___,
  reading,
  ...said
}: StoredFileTags): SaidTags => ({
  ...said,
  ...(reading && { reading: toReading(reading) }),
  lyrics: lyrics !== undefined,
  cover: cover !== undefined,
})

type SaidText = Pick<SaidTags, 'title' | 'artist' | 'album'>

function toReading({ encoding, other }: NonNullable<StoredFileTags['reading']>): NonNullable<SaidTags['reading']> {
  const { title, artist, album } = other.text
  return { encoding, other: { encoding: other.encoding, ...present<SaidText>({ title, artist, album }) } }
}
