import { type Static, t } from 'elysia'
import { exportStates } from '../../../db/schema/operate/export.ts'
import { Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const Export = t.Object({
  id: t.String(),
  state: OneOf(exportStates),
  createdAt: t.String(),
  expiresAt: t.String({ description: 'when it is deleted' }),
  bytes: Nullable(t.Integer({ description: 'its size, once it is ready' })),
  problem: Nullable(t.String({ description: 'why it could not be made' })),
})

export const AskedExport = t.Object({ export: Export })

export const PresentExport = t.Object({ export: Nullable(Export) })

export type Export = Static<typeof Export>
