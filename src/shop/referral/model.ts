import { type Static, t } from 'elysia'
import { uuidPattern } from '../../lib/hash/uuid.ts'
import { closed, Handle, Nullable } from '../../platform/http/request/schema.ts'

export const NewShare = t.Object(
  {
    trackId: t.Optional(t.String({ pattern: uuidPattern.source, description: 'the track, if it was one of them' })),
    channel: t.Optional(t.String({ pattern: '^[a-z0-9-]{1,32}$', description: 'where to, such as link or mastodon' })),
  },
  closed,
)

export const Share = t.Object({ id: t.String(), url: t.String() })

export const ReferralLink = t.Object({ code: t.String(), url: t.String() })

export const MyLinks = t.Object({
  links: t.Array(
    t.Object({
      casset: t.Object({ slug: t.String(), name: t.String() }),
      url: t.String(),
      visits: t.Integer({ description: 'browsers that came by this link' }),
      collects: t.Integer({ description: 'what they collected, and still have, in the present mode of payment' }),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

const Person = t.Object({ handle: Handle, displayName: t.String() })

export const Referrals = t.Object({
  referrals: t.Array(t.Object({ sender: Person, collector: Person, collectedAt: t.String() })),
  nextCursor: Nullable(t.String()),
})

export type NewShare = Static<typeof NewShare>
export type MyLinks = Static<typeof MyLinks>
export type Referrals = Static<typeof Referrals>
