import { type Static, Type as t } from '@sinclair/typebox'

export const Outcome = t.Union([
  t.Object({
    ok: t.Literal(true),
    name: t.String(),
    files: t.Integer(),
    bytes: t.Integer(),
    newBytes: t.Integer(),
    damaged: t.Array(t.String()),
  }),
  t.Object({ ok: t.Literal(false), problem: t.String() }),
])
export type Outcome = Static<typeof Outcome>
