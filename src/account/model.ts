import { type Static, t } from 'elysia'
import { longestPassword, shortestPassword } from '../lib/account/password-rule.ts'
import { Text } from '../lib/text/code-points.ts'
import { longest } from '../lib/text/longest.ts'
import { closed, Handle, Nullable } from '../platform/http/request/schema.ts'

const newListener = {
  email: t.String({ maxLength: longest.email }),
  password: Text({ minLength: shortestPassword, maxLength: longestPassword }),
  displayName: Text({ minLength: 1, maxLength: longest.displayName }),
  setup: t.Optional(t.String({ maxLength: 200, description: 'the token of the link printed at the first start' })),
  invite: t.Optional(t.String({ maxLength: 200, description: 'the code of an invitation' })),
}

/** Body of POST /api/auth/signup: somebody who makes music (rule: sign-up). */
export const SignUp = t.Object({ ...newListener, handle: Handle }, closed)

/**
 * Body of POST /api/auth/signup/listener: the same without a handle, which is derived from the name
 * (rule: listener-sign-up).
 */
export const ListenerSignUp = t.Object(newListener, closed)

export const LogIn = t.Object(
  { email: t.String({ maxLength: longest.email }), password: Text({ maxLength: longestPassword }) },
  closed,
)

export const ForgotPassword = t.Object({ email: t.String({ maxLength: longest.email }) }, closed)

export const VerifyEmail = t.Object({ token: t.String({ maxLength: 200 }) }, closed)

export const Social = t.Object(
  { kind: Text({ minLength: 1, maxLength: longest.linkKind }), url: t.String({ maxLength: longest.url }) },
  closed,
)

/**
 * Body of update-profile: any of these (rule: profile). The two flags are one field, so they
 * exclude each other.
 */
export const UpdateProfile = t.Partial(
  t.Object({
    displayName: Text({ minLength: 1, maxLength: longest.displayName }),
    bio: Nullable(Text({ maxLength: longest.bio })),
    socials: t.Array(Social, { maxItems: 20 }),
    location: Nullable(Text({ maxLength: longest.location })),
    pronouns: Nullable(Text({ maxLength: longest.pronouns })),
    writesIn: Nullable(t.String({ maxLength: 20, description: 'a tag of BCP 47, such as en or zh-Hans' })),
    profileFlag: t.Union([t.Literal('ai'), t.Literal('no-ai'), t.Null()]),
    pfpAssetId: Nullable(t.String()),
  }),
  closed,
)

export const ChangeHandle = t.Object({ handle: Handle }, closed)

export const Account = t.Object({
  user: t.Object({ id: t.String(), email: t.String() }),
  artist: t.Object({ id: t.String(), handle: Handle, displayName: t.String() }),
})

/**
 * The answer of signing in where the account requires a passkey: the token of POST
 * /api/auth/second-step.
 */
export const AskedForPasskey = t.Object({ secondStep: t.String() })

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
  verified: t.Boolean(),
  pfp: t.String(),
})

export const Sessions = t.Object({
  sessions: t.Array(
    t.Object({
      id: t.String(),
      current: t.Boolean(),
      userAgent: t.String(),
      createdAt: t.String(),
      seenAt: t.String(),
      expiresAt: t.String(),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

/** A page of the viewer's recent account activity. `times`: how often within the hour. */
export const Activity = t.Object({
  activity: t.Array(
    t.Object({
      id: t.String(),
      what: t.String(),
      times: t.Integer(),
      at: t.String(),
      userAgent: t.String(),
      address: t.String(),
    }),
  ),
  nextCursor: Nullable(t.String()),
})

export const ChangePassword = t.Object(
  {
    currentPassword: Text({ maxLength: longestPassword }),
    password: Text({ minLength: shortestPassword, maxLength: longestPassword }),
  },
  closed,
)

/** Body of POST /api/auth/setup: the token of the link printed at first start. */
export const SetUp = t.Object({ token: t.String({ maxLength: 200 }) }, closed)

export type Activity = Static<typeof Activity>
export type Sessions = Static<typeof Sessions>
export type ChangePassword = Static<typeof ChangePassword>
export type SignUp = Static<typeof SignUp>
export type LogIn = Static<typeof LogIn>
export type UpdateProfile = Static<typeof UpdateProfile>
export type Account = Static<typeof Account>
export type ArtistProfile = Static<typeof ArtistProfile>
export type Social = Static<typeof Social>
