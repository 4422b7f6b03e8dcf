import { type Static, t } from 'elysia'
import { Text } from '../lib/text/code-points.ts'
import { longest } from '../lib/text/longest.ts'
import { closed, Whole } from '../platform/http/request/schema.ts'

export const RoomSettings = t.Object({
  slowModeSec: Whole(0, 300),
  followersOnly: t.Boolean(),
  words: t.Array(Text({ minLength: 1, maxLength: longest.roomWord }), { maxItems: 200 }),
  open: t.Boolean({ description: 'whether comments are taken' }),
})

export const RoomPatch = t.Partial(RoomSettings, closed)

export type RoomSettings = Static<typeof RoomSettings>
export type RoomPatch = Static<typeof RoomPatch>
