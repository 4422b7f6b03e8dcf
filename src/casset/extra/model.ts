import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable, Whole } from '../../platform/http/request/schema.ts'
import { Extra } from './shape.ts'

/** Body of PATCH /api/studio/extras/:id. */
export const ExtraPatch = t.Partial(
  t.Object({
    name: Text({ minLength: 1, maxLength: longest.fileName }),
    position: Whole(1, 20),
  }),
  closed,
)
export type ExtraPatch = Static<typeof ExtraPatch>

export const OwnExtra = t.Object({
  ...Extra.properties,
  hasPreview: Nullable(t.Boolean({ description: 'null until that is known' })),
  createdAt: t.String(),
})
export type OwnExtra = Static<typeof OwnExtra>

export const OwnExtras = t.Object({
  extras: t.Array(OwnExtra),
  most: t.Integer(),
  mostBytes: t.Integer({ description: 'of all of them together' }),
  mostFileBytes: t.Integer({ description: 'of one of them' }),
  storage: Nullable(t.String({ description: "what is used of the account's storage, in words" })),
})
export type OwnExtras = Static<typeof OwnExtras>

export const ExtraAnswer = t.Object({ extra: OwnExtra })
