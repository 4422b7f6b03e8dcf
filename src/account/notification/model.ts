import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { switches } from '../../lib/account/notification-switches.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'

export const Notification = t.Object({
  id: t.String(),
  kind: t.String(),
  switch: Nullable(OneOf(switches)),
  title: t.String(),
  text: t.String({ description: 'what there is to know besides; may be empty' }),
  path: t.String({ description: 'the page of this site that it leads to' }),
  creditId: t.Optional(t.String({ description: 'of a question that is not answered yet: POST /api/credits/{id}' })),
  actor: Nullable(t.Object({ handle: Handle, displayName: t.String(), pfp: t.String() })),
  read: t.Boolean(),
  createdAt: t.String(),
})

export const Notifications = t.Object({ notifications: t.Array(Notification), nextCursor: Nullable(t.String()) })

export const UnreadCount = t.Object({ count: t.Integer() })

export const Read = t.Object(
  { ids: t.Optional(t.Array(t.String({ maxLength: 64 }), { maxItems: 100 })), all: t.Optional(t.Literal(true)) },
  closed,
)

export const Prefs = t.Object({
  collects: t.Boolean({ description: 'sales, tips and emoji' }),
  shares: t.Boolean({ description: 'shares and new followers' }),
  comments: t.Boolean({ description: "comments on one's casset, and replies to one's own" }),
  dropJoins: t.Boolean({ description: "entries in one's drop" }),
  rewards: t.Boolean({ description: 'referral credits, accepted entries and prizes' }),
})

export const PrefsPatch = t.Partial(Prefs, closed)

export const GatheredMail = t.Object({ gathered: t.Boolean() }, closed)

/** Body of POST /api/notifications/subscribe: a browser's PushSubscription as JSON. */
export const NewSubscription = t.Object(
  {
    endpoint: t.String({ minLength: 1, maxLength: longest.url }),
    keys: t.Object({ p256dh: t.String({ maxLength: 200 }), auth: t.String({ maxLength: 100 }) }, closed),
    expirationTime: t.Optional(Nullable(Type.Integer({ minimum: 0, description: 'milliseconds since 1970' }))),
  },
  closed,
)

export const Subscribed = t.Object({ id: t.String() })

export type NewSubscription = Static<typeof NewSubscription>
export type Notification = Static<typeof Notification>
export type Notifications = Static<typeof Notifications>
export type Read = Static<typeof Read>
export type Prefs = Static<typeof Prefs>
