import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Handle, Money, Nullable, OneOf } from '../../platform/http/request/schema.ts'

/** Whether a track was made by people or by a machine (rule: track-kind). */
export const TrackKind = OneOf(['ORIGINAL', 'GENERATION'])

export const TrackStatus = OneOf(['PROCESSING', 'READY', 'FAILED'])

const Disclosure = OneOf(['NONE', 'ASSISTED', 'GENERATED'])

export const AiDisclosure = t.Partial(
  t.Object({
    vocals: Disclosure,
    instrumentation: Disclosure,
    composition: Disclosure,
    lyrics: Disclosure,
    postProduction: Disclosure,
  }),
  { ...closed, description: 'what the artist says about AI in each area; an area that is not named has no statement' },
)

/** A change of it: an area that is not named stays; null removes what was said. */
export const AiDisclosurePatch = t.Partial(
  t.Object({
    vocals: Nullable(Disclosure),
    instrumentation: Nullable(Disclosure),
    composition: Nullable(Disclosure),
    lyrics: Nullable(Disclosure),
    postProduction: Nullable(Disclosure),
  }),
  { ...closed, description: 'what is said of the areas named; null takes back what was said' },
)

export const Credit = t.Object(
  {
    role: Text({
      minLength: 1,
      maxLength: longest.creditRole,
      description: 'composer, lyricist and the like, which pages translate, or any other word, such as an instrument',
    }),
    name: Text({ minLength: 1, maxLength: longest.creditName }),
  },
  closed,
)

export const ByName = t.Object(
  {
    role: OneOf(['main', 'with', 'remixer']),
    name: Text({ minLength: 1, maxLength: longest.byName }),
  },
  closed,
)

const LinkedName = t.Object({
  ...ByName.properties,
  page: t.Optional(t.String({ description: 'the page of their account here, once they agreed' })),
})

const Said = t.Optional(t.String())
const SaidNumber = t.Optional(t.Integer())

const SaidTags = t.Object({
  title: Said,
  artist: Said,
  by: t.Optional(t.Array(ByName)),
  moreBy: SaidNumber,
  album: Said,
  isrc: Said,
  track: SaidNumber,
  disc: SaidNumber,
  year: SaidNumber,
  date: Said,
  bpm: SaidNumber,
  lyrics: t.Boolean(),
  cover: t.Boolean(),
  isTooLarge: t.Optional(t.Literal(true)),
  hasWrongSum: t.Optional(
    t.Literal(true, { description: 'the samples of a FLAC are others than its MD5 says: testing it fails' }),
  ),
  reading: t.Optional(
    t.Object(
      {
        encoding: t.String(),
        other: t.Object({ encoding: t.String(), title: Said, artist: Said, album: Said }),
      },
      { description: 'in which encoding the text was read by detection, and what it says in another' },
    ),
  ),
})

export const TrackFile = t.Object({
  name: t.String(),
  format: t.String(),
  bytes: t.Integer(),
  lightBytes: Nullable(
    t.Integer({ description: 'of the lighter file for slow connections: 0 where none is needed or can be made' }),
  ),
  sha256: t.String(),
  status: TrackStatus,
  problem: Nullable(t.String()),
  tags: SaidTags,
})

const trackFields = {
  id: t.String(),
  title: t.String(),
  kind: TrackKind,
  durationSec: Nullable(t.Number()),
  position: t.Integer(),
  hook: t.Object({
    id: t.String(),
    startSec: t.Number(),
    durationSec: t.Number(),
    likes: t.Integer(),
    liked: t.Boolean(),
  }),
  waveform: t.String(),
  wholeForAll: t.Optional(t.Literal(true, { description: 'where everybody hears it whole' })),
  waveformApproximate: t.Optional(
    t.Literal(true, { description: 'guessed from the file, until its artist opens the studio in a browser' }),
  ),
  stream: t.String(),
  lyrics: Nullable(t.String()),
  artist: t.Optional(
    t.Object(
      { handle: Handle, displayName: t.String() },
      { description: 'on a casset that several artists share: which of them put it there' },
    ),
  ),
  by: t.Optional(
    t.Array(LinkedName, {
      description: 'who made it, absent where that is the artist of the casset; so it is too where no name is main',
    }),
  ),
  credits: t.Optional(t.Array(Credit, { description: 'absent where nobody is named' })),
  aiDisclosure: t.Optional(AiDisclosure),
  price: t.Optional(Money),
  owned: t.Optional(t.Literal(true, { description: 'the viewer bought it by itself' })),
  lyricsUrl: t.Optional(
    t.String({ description: 'only where there is more than 256 KiB of lyrics: they are null here, and read there' }),
  ),
}

export const Track = t.Object(trackFields)

export const OwnerTrack = t.Object({
  ...trackFields,
  active: t.Boolean(),
  isrc: Nullable(t.String()),
  iswc: Nullable(t.String()),
  mbid: Nullable(t.String()),
  aiDisclosure: AiDisclosure,
  stemsAssetId: Nullable(t.String()),
  ownPrice: Nullable(t.Integer({ description: 'by itself; 0: sold with the casset only; null: as the casset says' })),
  loudnessLufs: Nullable(t.Number()),
  waveformApproximate: t.Boolean({ description: 'guessed from the file, until the studio is open in a browser' }),
  file: TrackFile,
})

export type SaidTags = Static<typeof SaidTags>
export type AiDisclosure = Static<typeof AiDisclosure>
export type AiDisclosurePatch = Static<typeof AiDisclosurePatch>
export type TrackShape = Static<typeof Track>
export type OwnerTrackShape = Static<typeof OwnerTrack>
