import { type Static, Type as t } from '@sinclair/typebox'
import { Text } from '../lib/text/code-points.ts'
import { longest } from '../lib/text/longest.ts'
import { closed, Handle, Nullable } from '../platform/http/request/schema.ts'

export const Social = t.Object(
  { kind: Text({ minLength: 1, maxLength: longest.linkKind }), url: t.String({ maxLength: longest.url }) },
  closed,
)

export const Account = t.Object({
  user: t.Object({ id: t.String(), email: t.String() }),
  artist: t.Object({ id: t.String(), handle: Handle, displayName: t.String() }),
})

export const ArtistProfile = t.Object({
  id: t.String(),
  handle: Handle,
  displayName: t.String(),
  bio: Nullable(t.String()),
  socials: t.Array(Social),
  location: Nullable(t.String()),
  pronouns: Nullable(t.String()),
  writesIn: Nullable(t.String()),
  profileFlag: t.Union([t.Literal('ai'), t.Literal('no-ai'), t.Null()]),
  tellsPurchases: t.Boolean({ description: 'whether the site may show that a casset of theirs was bought' }),
  takesAnswers: t.Boolean({ description: 'whether answers to their emails come to their own address' }),
  verified: t.Boolean(),
  pfp: t.String(),
})

export type Account = Static<typeof Account>
export type ArtistProfile = Static<typeof ArtistProfile>
export type Social = Static<typeof Social>
