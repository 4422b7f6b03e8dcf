import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable } from '../../platform/http/request/schema.ts'

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

export const NewAppKey = t.Object({ name: Text({ minLength: 1, maxLength: longest.credentialName }) }, closed)

export const AppKey = t.Object({
  id: t.String(),
  name: t.String(),
  createdAt: t.String(),
  usedAt: Nullable(t.String()),
})

export const AppKeys = t.Object({ appKeys: t.Array(AppKey) })

export const MadeAppKey = t.Object({
  appKey: AppKey,
  key: t.String({ description: 'never told again' }),
})

export type Activity = Static<typeof Activity>
export type Sessions = Static<typeof Sessions>
export type AppKey = Static<typeof AppKey>
