import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { cueFramesPerSec } from '../../../lib/album/cue/read-cue.ts'
import { AUDIO_FORMATS } from '../../../lib/audio/formats.ts'
import { waveformBars } from '../../../lib/music/waveform.ts'

/** The longest allowed track: the most that the public catalog can state. */
export const MAX_DURATION_SEC = 86_400

const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const Path = t.String({ minLength: 1 })
const Seconds = t.Number({ minimum: 0, maximum: MAX_DURATION_SEC })
const Format = t.Union(AUDIO_FORMATS.map((format) => t.Literal(format)))
const Window = { hookStartSec: nullable(Seconds), hookDurationSec: nullable(t.Number({ minimum: 0, maximum: 30 })) }

/** 500 peaks from 0 to 1, measured by the server or a browser. Refuses Infinity and NaN. */
export const Peaks = t.Array(t.Number({ minimum: 0, maximum: 1 }), { minItems: waveformBars, maxItems: waveformBars })

const IngestRequest = t.Object({
  op: t.Literal('ingest'),
  master: Path,
  hook: Path,
  /** Where a rendition is written, if browsers do not play the master. */
  play: Path,
  ...Window,
  peaks: t.Optional(nullable(Peaks)),
  ffmpeg: t.Optional(nullable(Path)),
})

const CutHookRequest = t.Object({
  op: t.Literal('cut-hook'),
  master: Path,
  hook: Path,
  durationSec: t.Number({ exclusiveMinimum: 0, maximum: MAX_DURATION_SEC }),
  ...Window,
})

export const longestClipSec = 90

const Container = t.Union([t.Literal('mp4'), t.Literal('webm'), t.Literal('mp3')])

const RemuxRequest = t.Object({ op: t.Literal('remux'), container: Container, master: Path, clip: Path })

const TakeCoverRequest = t.Object({ op: t.Literal('take-cover'), master: Path, cover: Path })

/** `master` is the first of the files; `measures`: whether the lengths of all are read too. */
const ReadTagsRequest = t.Object({
  op: t.Literal('read-tags'),
  master: Path,
  masters: t.Array(Path),
  measures: t.Optional(t.Boolean()),
})

const CueFrame = t.Integer({ minimum: 0, maximum: MAX_DURATION_SEC * cueFramesPerSec })

/** Cuts a part of a master, between two times in 75ths of a second, into the file `part`. */
const CutPartRequest = t.Object({
  op: t.Literal('cut-part'),
  master: Path,
  part: Path,
  from: CueFrame,
  /** The end of the master where it is null. */
  to: nullable(CueFrame),
  ffmpeg: nullable(Path),
})

/**
 * The request to a media child: measure a new master and cut its hook, cut the hook again, copy a
 * clip without its metadata, copy the cover out of a master, read the tags of many files, or cut a
 * part of a master.
 */
export const MediaRequest = t.Union([
  IngestRequest,
  CutHookRequest,
  RemuxRequest,
  TakeCoverRequest,
  ReadTagsRequest,
  CutPartRequest,
])

const Hook = t.Object({
  startSec: Seconds,
  durationSec: t.Number({ exclusiveMinimum: 0, maximum: 30 }),
  bytes: t.Integer({ minimum: 1 }),
  format: Format,
  contentType: t.String(),
})

const Line = t.Optional(t.String())
const Whole = t.Optional(t.Integer({ minimum: 1, maximum: 9_999 }))

const ByName = t.Object({
  role: t.Union([t.Literal('main'), t.Literal('with'), t.Literal('remixer')]),
  name: t.String(),
})

/** The text that people wrote into the tags of a file. */
const TextTags = t.Object({
  title: Line,
  artist: Line,
  by: t.Optional(t.Array(ByName)),
  /** How many names the file has that find no room on a track. */
  moreBy: t.Optional(t.Integer()),
  albumArtist: Line,
  album: Line,
  genre: Line,
  lyrics: Line,
  credits: t.Optional(t.Array(t.Object({ role: t.String(), name: t.String() }))),
})

/** In which encoding the text was read by detection, and what it is in another. */
const Reading = t.Object({ encoding: t.String(), other: t.Object({ encoding: t.String(), text: TextTags }) })

export const FileTags = t.Object({
  ...TextTags.properties,
  isrc: Line,
  track: Whole,
  disc: Whole,
  year: Whole,
  /** The day or the month, where the file states one. */
  date: Line,
  bpm: Whole,
  /** The SHA-256 of its cover. */
  cover: Line,
  reading: t.Optional(Reading),
  /** Whether the tag is larger than any that is read. */
  isTooLarge: t.Optional(t.Literal(true)),
  /** Whether the samples of a FLAC are others than it states of them. */
  hasWrongSum: t.Optional(t.Literal(true)),
})

const AlbumTags = t.Object({
  ...t.Pick(FileTags, ['title', 'artist', 'album', 'track', 'disc', 'year', 'date']).properties,
  albumArtist: Line,
  isCompilation: t.Optional(t.Boolean()),
  hasCover: t.Optional(t.Boolean()),
  cue: Line,
  seconds: t.Optional(t.Number()),
})

const Ingested = t.Object({
  ok: t.Literal(true),
  op: t.Literal('ingest'),
  format: Format,
  codec: t.String(),
  sampleRate: t.Integer({ minimum: 1 }),
  channels: t.Integer({ minimum: 1 }),
  bitDepth: nullable(t.Integer({ minimum: 1, maximum: 64 })),
  durationSec: t.Number({ exclusiveMinimum: 0, maximum: MAX_DURATION_SEC }),
  loudnessLufs: nullable(t.Number()),
  waveform: Peaks,
  waveformApproximate: t.Boolean(),
  hook: Hook,
  play: nullable(t.Object({ format: Format, bytes: t.Integer({ minimum: 1 }) })),
  tags: FileTags,
})

const HookCut = t.Object({ ok: t.Literal(true), op: t.Literal('cut-hook'), hook: Hook })

const Side = nullable(t.Integer({ minimum: 1, maximum: 16_384 }))

const Remuxed = t.Object({
  ok: t.Literal(true),
  op: t.Literal('remux'),
  contentType: t.String(),
  durationSec: t.Number({ exclusiveMinimum: 0, maximum: longestClipSec + 1 }),
  width: Side,
  height: Side,
  bytes: t.Integer({ minimum: 1 }),
})

const CoverTaken = t.Object({ ok: t.Literal(true), op: t.Literal('take-cover'), bytes: t.Integer({ minimum: 1 }) })

const TagsRead = t.Object({ ok: t.Literal(true), op: t.Literal('read-tags'), files: t.Array(AlbumTags) })

const PartCut = t.Object({
  ok: t.Literal(true),
  op: t.Literal('cut-part'),
  format: Format,
  bytes: t.Integer({ minimum: 1 }),
})

/** Only `crashed` and `busy` are worth a retry: the others are faults of the file. */
export const ProblemKind = t.Union([
  t.Literal('corrupt'),
  t.Literal('unsupported'),
  t.Literal('expensive'),
  t.Literal('memory'),
  t.Literal('busy'),
  t.Literal('crashed'),
])

const Failed = t.Object({ ok: t.Literal(false), kind: ProblemKind, problem: t.String({ minLength: 1 }) })

/** Returns whether the machine failed, so that another attempt may succeed. */
export const isOfMachine = ({ kind }: Failed): boolean => kind === 'busy' || kind === 'crashed'

/** The child's answer: one shape for each operation, or the problem in words for the artist. */
export const MediaResult = t.Union([Ingested, HookCut, Remuxed, CoverTaken, TagsRead, PartCut, Failed])

export type MediaRequest = Static<typeof MediaRequest>
export type IngestRequest = Static<typeof IngestRequest>
export type CutHookRequest = Static<typeof CutHookRequest>
export type ClipContainer = Static<typeof Container>
export type RemuxRequest = Static<typeof RemuxRequest>
export type TakeCoverRequest = Static<typeof TakeCoverRequest>
export type ReadTagsRequest = Static<typeof ReadTagsRequest>
export type CutPartRequest = Static<typeof CutPartRequest>
export type PartCut = Static<typeof PartCut>
export type TagsRead = Static<typeof TagsRead>
export type CoverTaken = Static<typeof CoverTaken>
export type Remuxed = Static<typeof Remuxed>
export type TextTags = Static<typeof TextTags>
export type FileTags = Static<typeof FileTags>
export type ProblemKind = Static<typeof ProblemKind>
export type Hook = Static<typeof Hook>
export type Ingested = Static<typeof Ingested>
export type HookCut = Static<typeof HookCut>
export type Failed = Static<typeof Failed>
export type MediaResult = Static<typeof MediaResult>

/** An unacceptable file. The message is for the artist, and tells nothing of the server. */
export class MediaProblem extends Error {
  readonly kind: ProblemKind
  constructor(kind: ProblemKind, problem: string) {
    super(problem)
    this.kind = kind
  }
}

/** See rule: cut-off-files. */
export const cutOff = () =>
  new MediaProblem('corrupt', 'This file is cut off: it holds less audio than its header says.')
