import { type Static, t } from 'elysia'
import { closed, Nullable, Whole } from '../http/schema.ts'
import { Text } from '../lib/code-points.ts'
import { longest } from '../lib/longest.ts'
import { AiDisclosure, TrackKind } from './shape.ts'

/** Body of DELETE /api/admin/tracks/{id}. Its artist and everybody who holds the track are told the reason. */
export const Erasure = t.Object({ reason: Text({ minLength: 1, maxLength: longest.erasureReason }) }, closed)

/** Body of PATCH /api/studio/tracks/{id} (rule 4.8). */
export const TrackPatch = t.Partial(
  t.Object({
    title: Text({ minLength: 1, maxLength: longest.title }),
    kind: TrackKind,
    position: Whole(1, 100_000),
    hookStartSec: t.Number({ minimum: 0, maximum: 86_400 }),
    hookDurationSec: t.Number({ minimum: 1, maximum: 30 }),
    lyrics: Nullable(Text({ maxLength: longest.lyrics })),
    active: t.Boolean(),
    isrc: Nullable(t.String({ pattern: '^[A-Z]{2}[A-Z0-9]{3}[0-9]{7}$', description: 'an ISRC like QZABC2600001' })),
    aiDisclosure: AiDisclosure,
    stemsAssetId: Nullable(t.String()),
  }),
  closed,
)

/** Answer of GET /api/tracks/{id}/lyrics. */
export const Lyrics = t.Object({ lyrics: Nullable(t.String()) })

export type TrackPatch = Static<typeof TrackPatch>
