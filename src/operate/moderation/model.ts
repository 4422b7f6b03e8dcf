import { type Static, t } from 'elysia'
import { takedownGrounds } from '../../../db/schema/casset/casset.ts'
import { reportedNames, thingNames } from '../../../db/schema/operate/moderation.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { ListQuery } from '../../platform/http/request/list-query.ts'
import { closed, Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const Kind = OneOf(thingNames)

export const ReportedKind = OneOf(reportedNames)

const Person = t.Object({ handle: Handle, displayName: t.String() })

export const Decision = t.Object({
  id: t.String(),
  kind: Kind,
  thingId: t.String(),
  title: t.String({ description: 'what the thing is called; of a comment its beginning' }),
  path: Nullable(t.String({ description: 'the page on which it was' })),
  ground: OneOf(takedownGrounds),
  basis: t.String({ description: 'the law, or the part of the terms' }),
  facts: t.String(),
  foundBy: OneOf(['report', 'site']),
  decidedAt: t.String(),
  liftedAt: Nullable(t.String({ description: 'when it was given back' })),
  objection: Nullable(t.String()),
  objectedAt: Nullable(t.String()),
  answer: Nullable(t.String()),
  answeredAt: Nullable(t.String()),
  objectUntil: Nullable(t.String({ description: 'until when its maker can object; null when they cannot' })),
})

export const DeskDecision = t.Object({
  ...Decision.properties,
  maker: Nullable(Person),
  decidedBy: Nullable(t.String({ description: 'a handle' })),
})

export const Decisions = t.Object({ decisions: t.Array(Decision), nextCursor: Nullable(t.String()) })

export const DeskDecisions = t.Object({ decisions: t.Array(DeskDecision), nextCursor: Nullable(t.String()) })

const Act = t.Object({
  id: t.String(),
  act: t.String(),
  by: Nullable(t.String({ description: 'a handle' })),
  about: Nullable(t.String({ description: 'the handle of the account that it was about' })),
  thingId: Nullable(t.String()),
  reason: Nullable(t.String()),
  at: t.String(),
})

export const DeskDone = t.Object({
  decisions: t.Array(DeskDecision),
  acts: t.Array(Act),
  nextCursor: Nullable(t.String()),
})

export const DecisionsQuery = t.Object(
  { ...ListQuery.properties, kind: t.Optional(Kind), state: t.Optional(OneOf(['objected'])) },
  closed,
)

const Words = (most: number, description: string) => Text({ minLength: 1, maxLength: most, description })

export const NewDecision = t.Object(
  {
    kind: Kind,
    id: t.String({ maxLength: 40 }),
    ground: OneOf(takedownGrounds),
    basis: Words(200, 'the law, or the part of the terms'),
    facts: Words(2_000, 'what was found, and why the rule forbids it'),
  },
  closed,
)

/** The artist and everybody who holds the track get the reason. */
export const Erasure = t.Object({ reason: Words(longest.erasureReason, 'the law, and what it forbids') }, closed)

export const Lifting = t.Object({ answer: Words(2_000, 'why it is given back, for its maker') }, closed)

export const Answer = t.Object(
  { isUpheld: t.Boolean({ description: 'whether the decision stays' }), answer: Words(2_000, 'why') },
  closed,
)

export const Objection = t.Object({ text: Words(2_000, 'why the decision is wrong') }, closed)

export type ThingKind = Static<typeof Kind>
export type ReportedKind = Static<typeof ReportedKind>
export type Decision = Static<typeof Decision>
export type DeskDecision = Static<typeof DeskDecision>
export type Decisions = Static<typeof Decisions>
export type DeskDecisions = Static<typeof DeskDecisions>
export type DeskDone = Static<typeof DeskDone>
export type DecisionsQuery = Static<typeof DecisionsQuery>
export type NewDecision = Static<typeof NewDecision>
export type Lifting = Static<typeof Lifting>
export type Answer = Static<typeof Answer>
export type Objection = Static<typeof Objection>
