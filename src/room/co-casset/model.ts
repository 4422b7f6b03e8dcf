import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Handle, Money, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { mostMembers } from './most-members.ts'

/** At most two decimals, and 100 in all (rule: splits). */
export const Splits = t.Record(t.String(), t.Number(), {
  description: 'the percent of each member by handle, with at most two decimals; 100 in all',
})

export const NewCoCasset = t.Object(
  {
    name: Text({ minLength: 1, maxLength: longest.cassetName }),
    slug: t.Optional(t.String({ description: 'its address; made of the name when absent' })),
    members: t.Array(Handle, { minItems: 1, maxItems: mostMembers - 1, description: 'whom to invite' }),
    splits: t.Optional(Splits),
  },
  closed,
)

export const Invitation = t.Object({ handle: Handle }, closed)

/** The splits that the caller has seen, refused when they are no longer in force. */
export const SeenSplits = t.Object(
  { splitsId: t.Optional(t.String({ description: 'the splits that the caller has seen' })) },
  closed,
)

export const Agreement = t.Object({ splitsId: t.String({ description: 'the proposal that is accepted' }) }, closed)

export const Nothing = t.Object({}, closed)

export const Proposal = t.Object({ splits: Splits }, closed)

export const NewMessage = t.Object({ text: Text({ minLength: 1, maxLength: longest.roomMessage }) }, closed)

export const NewTrack = t.Object({ trackId: t.String({ maxLength: 64 }) }, closed)

const person = { handle: Handle, displayName: t.String(), pfp: t.String() }

const SplitsShape = t.Object({
  id: t.String(),
  percents: t.Record(t.String(), t.Number()),
  accepted: t.Array(t.String(), { description: 'the handles of those who have accepted them' }),
})

export const CoCasset = t.Object({
  id: t.String(),
  slug: t.String(),
  name: t.String(),
  price: Money,
  published: t.Boolean(),
  creator: t.String(),
  state: OneOf(['MEMBER', 'INVITED']),
  members: t.Array(t.Object({ ...person, state: OneOf(['MEMBER', 'INVITED']) })),
  splits: SplitsShape,
  proposal: Nullable(t.Object({ ...SplitsShape.properties, by: t.String() })),
  createdAt: t.String(),
})

export const CoCassetAnswer = t.Object({ coCasset: CoCasset })

export const MyCoCassets = t.Object({ memberships: t.Array(CoCasset), invitations: t.Array(CoCasset) })

export const Message = t.Object({
  id: t.String(),
  author: t.Object(person),
  text: t.String(),
  createdAt: t.String(),
})

export const RoomPage = t.Object({
  messages: t.Array(Message),
  members: t.Array(t.Object(person)),
  nextCursor: Nullable(t.String()),
})

export type NewCoCasset = Static<typeof NewCoCasset>
export type CoCasset = Static<typeof CoCasset>
export type MyCoCassets = Static<typeof MyCoCassets>
export type Message = Static<typeof Message>
export type RoomPage = Static<typeof RoomPage>
