import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'

const State = OneOf(['ASKED', 'AGREED', 'REFUSED'])

/** Body of PUT /api/studio/tracks/{id}/accounts (rule: credited-accounts). */
export const NamedAccount = t.Object(
  {
    name: Text({ minLength: 1, maxLength: longest.byName, description: 'one of the names that the track is by' }),
    handle: Nullable(t.String({ maxLength: 31, description: 'whose account the name is; null: nobody’s' })),
  },
  closed,
)

export const NamedAccounts = t.Object({
  accounts: t.Array(t.Object({ name: t.String(), handle: Handle, displayName: t.String(), state: State })),
})

/** Query of GET /api/credits/accounts. */
export const AccountQuery = t.Object({ q: t.String({ minLength: 1, maxLength: longest.cassetQuery }) }, closed)

export const FoundAccounts = t.Object({ accounts: t.Array(t.Object({ handle: Handle, displayName: t.String() })) })

export const Credits = t.Object({
  credits: t.Array(
    t.Object({
      id: t.String(),
      name: t.String({ description: 'the name that is to lead to your page' }),
      state: State,
      casset: t.Object({ name: t.String(), slug: Nullable(t.String({ description: 'null while you cannot see it' })) }),
      tracks: t.Array(t.String(), { description: 'the titles of the first tracks that have the name' }),
      asker: t.Object({ handle: Handle, displayName: t.String() }),
      askedAt: t.String(),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

/** Body of POST /api/credits/{id}. */
export const CreditAnswer = t.Object({ agreed: t.Boolean() }, closed)

export type NamedAccount = Static<typeof NamedAccount>
export type FoundAccounts = Static<typeof FoundAccounts>
export type NamedAccounts = Static<typeof NamedAccounts>
export type Credits = Static<typeof Credits>
