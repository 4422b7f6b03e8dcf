import { type Static, t } from 'elysia'
import { showStates } from '../../../db/schema/audience/show.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'

const WallTime = t.String({ maxLength: 10, description: 'an hour by the clocks of the place, such as 20:00' })

/** A whole show: what is left out is nothing, and its state ON. */
export const NewShow = t.Object(
  {
    day: t.String({ maxLength: 20, description: 'a day at the place, such as 2026-12-05' }),
    time: t.Optional(Nullable(WallTime)),
    doors: t.Optional(Nullable(WallTime)),
    zone: t.String({ maxLength: 60, description: 'the time zone of the place, such as Europe/Berlin' }),
    venue: Text({ maxLength: longest.venue }),
    town: Text({ maxLength: longest.town }),
    country: t.String({ maxLength: 10, description: 'two letters of ISO 3166-1, such as DE' }),
    withWhom: t.Optional(Nullable(Text({ maxLength: longest.withWhom }))),
    ticketsUrl: t.Optional(Nullable(Text({ maxLength: longest.url, description: 'an https address' }))),
    state: t.Optional(OneOf(showStates)),
    onCard: t.Optional(t.Boolean({ description: 'whether it is printed on the J-cards of the artist' })),
  },
  closed,
)

export const Show = t.Object({
  id: t.String(),
  day: t.String(),
  time: Nullable(t.String()),
  doors: Nullable(t.String()),
  zone: t.String(),
  venue: t.String(),
  town: t.String(),
  country: t.String(),
  withWhom: Nullable(t.String()),
  ticketsUrl: Nullable(t.String()),
  state: OneOf(showStates),
  onCard: t.Boolean(),
  startsAt: t.String({ description: 'the beginning of its day, where it has no hour' }),
  isOver: t.Boolean(),
})

export const OneShow = t.Object({ show: Show })

export const Shows = t.Object({ shows: t.Array(Show, { description: 'by their day, the first one first' }) })

export type NewShow = Static<typeof NewShow>
export type Show = Static<typeof Show>
