import { type Static, Type as t } from '@sinclair/typebox'

const Path = t.String({ minLength: 1 })
const nullable = <Schema extends ReturnType<typeof t.String> | ReturnType<typeof t.Integer>>(schema: Schema) =>
  t.Union([schema, t.Null()])

const Role = t.Union([t.Literal('main'), t.Literal('with'), t.Literal('remixer')])
const ByName = t.Object({ role: Role, name: t.String() })

export const Tags = t.Object({
  title: t.String(),
  /** Of the casset, or of a co-casset's track whoever put it there. */
  artist: t.String(),
  /** Those who made the track, where that is somebody else. */
  by: t.Optional(t.Array(ByName)),
  albumArtist: t.String(),
  album: t.String(),
  track: t.Integer(),
  tracks: t.Integer(),
  disc: t.Optional(t.Integer()),
  discs: t.Optional(t.Integer()),
  /** The day of release, and the year of publishing. */
  day: nullable(t.String()),
  year: nullable(t.Integer()),
  isrc: nullable(t.String()),
  mbid: nullable(t.String()),
  lyrics: nullable(t.String()),
  credits: t.Optional(t.Array(t.Object({ role: t.String(), name: t.String() }))),
  url: t.String(),
})

/** The path of a stored file for a child, or an address if the file is not on this disk. */
const Stored = t.Object({ path: Path, address: t.Optional(t.String()) })

/** The format into which a file is converted, its name in the zip then, and its size at most. */
export const Conversion = t.Object({
  name: t.String(),
  to: t.Union([t.Literal('flac'), t.Literal('mp3'), t.Literal('opus')]),
  durationSec: t.Number(),
  mostBytes: t.Integer(),
})

export const PackedFile = t.Object({
  master: Stored,
  sha256: t.String(),
  extension: t.String(),
  name: t.String(),
  /** Without it the sound is unchanged. */
  convert: t.Optional(Conversion),
  /** Null leaves the file unchanged. */
  tags: t.Union([Tags, t.Null()]),
})

/** One zip of everything, built in a scratch folder; with `isBare` the only file as it is. */
export const PackRequest = t.Object({
  isBare: t.Optional(t.Boolean()),
  scratch: Path,
  zip: Path,
  folder: t.String(),
  stampMs: t.Integer(),
  ffmpeg: t.Optional(Path),
  cover: t.Union([t.Object({ master: Stored, sha256: t.String() }), t.Null()]),
  files: t.Array(PackedFile),
})

/**
 * The child's answer: `untagged` names files that could not be tagged and were packed unchanged,
 * `unconverted` those that ffmpeg could not read and were packed in their own format, `sha256` the
 * stored file that is missing or damaged. The kind `unconverted` is that of a bare file.
 */
export const PackResult = t.Union([
  t.Object({ ok: t.Literal(true), untagged: t.Array(t.String()), unconverted: t.Array(t.String()) }),
  t.Object({ ok: t.Literal(false), kind: t.Literal('damaged'), sha256: t.String() }),
  t.Object({
    ok: t.Literal(false),
    kind: t.Union([
      t.Literal('no-room'),
      t.Literal('unconverted'),
      t.Literal('away'),
      t.Literal('busy'),
      t.Literal('memory'),
      t.Literal('crashed'),
    ]),
  }),
])

export type Conversion = Static<typeof Conversion>
export type Tags = Static<typeof Tags>
export type PackedFile = Static<typeof PackedFile>
export type PackRequest = Static<typeof PackRequest>
export type PackResult = Static<typeof PackResult>
