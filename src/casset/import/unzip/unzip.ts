import { type Static, Type as t } from '@sinclair/typebox'

const Path = t.String({ minLength: 1 })

/** Unpacks all of a zip that an import can use into `folder`, and lists the rest in `left`. */
export const UnzipRequest = t.Object({
  zip: Path,
  folder: Path,
  left: Path,
  /** The room for all that is unpacked, and for one file of it. */
  roomBytes: t.Integer({ minimum: 0 }),
  maxBytes: t.Integer({ minimum: 0 }),
  readsAlac: t.Boolean(),
})

export const UnzipResult = t.Union([
  t.Object({ ok: t.Literal(true) }),
  t.Object({ ok: t.Literal(false), problem: t.String({ minLength: 1 }) }),
])

export const LeftInZip = t.Array(t.Object({ path: t.String(), why: t.String() }))

export type UnzipRequest = Static<typeof UnzipRequest>
export type UnzipResult = Static<typeof UnzipResult>
