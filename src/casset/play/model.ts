import { type Static, t } from 'elysia'
import { range } from '../../platform/http/request/day-range.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'

/**
 * Body of POST /api/casset/{slug}/plays: a preview or a whole track that somebody has stopped
 * playing, at a second of what they heard. `source` is the host of the page that led to the site.
 */
export const NewPlay = t.Object(
  {
    trackId: t.String(),
    heard: OneOf(['preview', 'whole']),
    stoppedSec: t.Number({ minimum: 0, maximum: 86_400 }),
    source: t.Optional(Nullable(t.String({ maxLength: 253 }))),
  },
  closed,
)
export type NewPlay = Static<typeof NewPlay>

/** Query of GET /api/studio/plays: the casset, or without one all of the artist's. */
export const PlaysQuery = t.Object(
  {
    ...range,
    by: t.Optional(t.UnionEnum(['day', 'week', 'month'], { default: 'day' })),
    casset: t.Optional(t.String()),
  },
  closed,
)

export const PlaysFileQuery = t.Object({ ...range, casset: t.Optional(t.String()) }, closed)

const heard = { previews: t.Integer(), wholes: t.Integer() }
const stops = t.Array(t.Integer(), { description: 'plays that stopped in each twentieth, since ever' })

/** `source` and `language` are null where the browser said none. */
export const Plays = t.Object({
  from: t.String(),
  to: t.String(),
  by: t.UnionEnum(['day', 'week', 'month']),
  ...heard,
  series: t.Array(t.Object({ from: t.String(), to: t.String(), ...heard })),
  cassets: t.Array(t.Object({ id: t.String(), name: t.String(), ...heard })),
  tracks: t.Array(
    t.Object({
      id: t.String(),
      title: t.String(),
      casset: t.String(),
      ...heard,
      previewStops: stops,
      wholeStops: stops,
    }),
  ),
  sources: t.Array(t.Object({ source: Nullable(t.String()), plays: t.Integer() })),
  languages: t.Array(t.Object({ language: Nullable(t.String()), plays: t.Integer() })),
})
export type Plays = Static<typeof Plays>
