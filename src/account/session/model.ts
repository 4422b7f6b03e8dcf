import { type Static, t } from 'elysia'
import { Nullable } from '../../platform/http/request/schema.ts'

export const Sessions = t.Object({
  sessions: t.Array(
    t.Object({
      id: t.String(),
      current: t.Boolean(),
      userAgent: t.String(),
      createdAt: t.String(),
      seenAt: t.String(),
      expiresAt: t.String(),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

/** A page of the viewer's recent account activity. `times`: how often within the hour. */
export const Activity = t.Object({
  activity: t.Array(
    t.Object({
      id: t.String(),
      what: t.String(),
      times: t.Integer(),
      at: t.String(),
      userAgent: t.String(),
      address: t.String(),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

export type Activity = Static<typeof Activity>
export type Sessions = Static<typeof Sessions>
