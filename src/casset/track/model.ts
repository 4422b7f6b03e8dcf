import { type Static, t } from 'elysia'
import { cueFramesPerSec, mostParts } from '../../lib/album/cue/read-cue.ts'
import { mostByNames } from '../../lib/music/by.ts'
import { mostCredits } from '../../lib/music/credits.ts'
import { isIsrc, isIswc, isMbid } from '../../lib/music/identifiers.ts'
import { Checked } from '../../lib/text/checked-text.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { Amount, closed, Nullable, Whole } from '../../platform/http/request/schema.ts'
import { Peaks } from '../audio/ingest/media.ts'
import { AiDisclosure, AiDisclosurePatch, ByName, Credit, TrackKind } from './shape.ts'

/** Body of POST /api/studio/tracks/{id}/move and …/copy: another tape of the caller. */
export const OtherTape = t.Object({ cassetId: t.String({ maxLength: 64 }) }, closed)

export const ByNames = t.Array(ByName, { maxItems: mostByNames, description: 'empty: the artist of the casset' })

/** Body of PATCH /api/studio/tracks/{id} (rule: uploads). */
export const TrackPatch = t.Partial(
  t.Object({
    title: Text({ minLength: 1, maxLength: longest.title }),
    kind: TrackKind,
    position: Whole(1, 100_000),
    hookStartSec: Nullable(
      t.Number({ minimum: 0, maximum: 86_400, description: 'null: where hooks begin by default' }),
    ),
    hookDurationSec: Nullable(
      t.Number({ minimum: 1, maximum: 30, description: 'null: as long as hooks are by default' }),
    ),
    lyrics: Nullable(Text({ maxLength: longest.lyrics })),
    by: ByNames,
    tagsEncoding: t.String({ maxLength: 40, description: "the other encoding of the file's tags, to read them in" }),
    credits: t.Array(Credit, { maxItems: mostCredits }),
    active: t.Boolean(),
    wholeForAll: t.Boolean({ description: 'whether everybody hears it whole' }),
    isrc: Nullable(Checked(isIsrc, 'an ISRC like QZABC2600001')),
    iswc: Nullable(Checked(isIswc, 'an ISWC with its check digit, like T-034.524.680-1')),
    mbid: Nullable(Checked(isMbid, 'a MusicBrainz recording ID')),
    aiDisclosure: AiDisclosurePatch,
    stemsAssetId: Nullable(t.String()),
    price: Nullable({ ...Amount, description: 'by itself; 0: sold with the casset only; null: as the casset says' }),
  }),
  closed,
)

const mostSeconds = 86_400

/** Body of POST /api/studio/tracks/{id}/cut (rule: cue-sheets). */
export const Parts = t.Object(
  {
    parts: t.Array(
      t.Object(
        {
          title: Text({ minLength: 1, maxLength: longest.title }),
          from: Whole(0, mostSeconds * cueFramesPerSec),
          by: ByNames,
          credits: t.Array(Credit, { maxItems: mostCredits }),
          isrc: Nullable(Checked(isIsrc, 'an ISRC like QZABC2600001')),
        },
        closed,
      ),
      {
        minItems: 2,
        maxItems: mostParts,
        description:
          'the tracks in their order, each from a time in 75ths of a second until the next begins; the first has all that is before it',
      },
    ),
  },
  closed,
)

/** Body of POST /api/studio/casset/{id}/made (rule: track-kind). */
export const Made = t.Object({ kind: TrackKind, aiDisclosure: AiDisclosure }, closed)

/** A browser's measurements of a track that the server cannot decode. */
export const Measurement = t.Object(
  {
    peaks: Peaks,
    loudnessLufs: Nullable(t.Number({ minimum: -70, maximum: 20, description: 'integrated, by ITU-R BS.1770' })),
  },
  closed,
)

export const Lyrics = t.Object({
  lyrics: Nullable(t.String()),
  writesIn: t.Optional(t.String({ description: 'the language of their artist, a tag of BCP 47; absent if unknown' })),
})

/**
 * The additions that the tags of a casset's files offer: the number of codes, of lyrics and of
 * tracks with credits and with artists, whether an order, the album, styles, whether a cover.
 */
export const Suggestions = t.Object({
  isrcs: t.Integer(),
  lyrics: t.Integer(),
  credits: t.Integer(),
  by: t.Integer(),
  order: t.Boolean(),
  name: Nullable(t.String()),
  styles: t.Array(t.String()),
  cover: t.Boolean(),
})

export type Measurement = Static<typeof Measurement>
export type Suggestions = Static<typeof Suggestions>
export type TrackPatch = Static<typeof TrackPatch>
export type Made = Static<typeof Made>

/** 500 peaks, 0 to 1 (rule: waveform). */
export const Waveform = t.Array(t.Number())
