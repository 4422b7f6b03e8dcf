import { type Static, t } from 'elysia'
import { Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const Upgrade = t.Object({
  version: t.String(),
  target: Nullable(t.String({ description: 'the machines that the program is for' })),
  obstacle: Nullable(t.String({ description: 'why the desk cannot replace the program; null when it can' })),
  previous: Nullable(t.String({ description: 'the version that it can go back to' })),
  last: Nullable(
    t.Object({
      state: OneOf(['running', 'done', 'failed']),
      from: t.String(),
      version: t.String(),
      at: t.String(),
      text: t.String({ description: 'what the command said, in English' }),
    }),
  ),
})

export type Upgrade = Static<typeof Upgrade>
