import { type Static, Type as t } from '@sinclair/typebox'

const Path = t.String({ minLength: 1 })
const nullable = <Schema extends ReturnType<typeof t.String> | ReturnType<typeof t.Integer>>(schema: Schema) =>
  t.Union([schema, t.Null()])

/** What is written into a copy of a master. */
export const Tags = t.Object({
  title: t.String(),
  artist: t.String(),
  album: t.String(),
  track: t.Integer(),
  tracks: t.Integer(),
  year: nullable(t.Integer()),
  isrc: nullable(t.String()),
  lyrics: nullable(t.String()),
  url: t.String(),
})

/** One file of a pack: where its master lies, what it is called inside, and what is written into it. */
export const PackedFile = t.Object({
  master: Path,
  sha256: t.String(),
  extension: t.String(),
  name: t.String(),
  /** Null leaves the file as it is. */
  tags: t.Union([Tags, t.Null()]),
})

/** What a pack child is asked for: one zip of everything, made inside a scratch folder. */
export const PackRequest = t.Object({
  scratch: Path,
  zip: Path,
  folder: t.String(),
  stampMs: t.Integer(),
  cover: t.Union([t.Object({ path: Path, sha256: t.String() }), t.Null()]),
  files: t.Array(PackedFile),
})

/**
 * How that went; `untagged` names files that would not take tags and went in as they are, and `sha256` the stored file
 * that is missing or is not what it was.
 */
export const PackResult = t.Union([
  t.Object({ ok: t.Literal(true), untagged: t.Array(t.String()) }),
  t.Object({ ok: t.Literal(false), kind: t.Literal('damaged'), sha256: t.String() }),
  t.Object({ ok: t.Literal(false), kind: t.Union([t.Literal('no-room'), t.Literal('crashed')]) }),
])

export type Tags = Static<typeof Tags>
export type PackedFile = Static<typeof PackedFile>
export type PackRequest = Static<typeof PackRequest>
export type PackResult = Static<typeof PackResult>
