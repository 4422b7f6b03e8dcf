import { type Static, t } from 'elysia'
import { longestPassword, shortestPassword } from '../../lib/account/password-rule.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Handle } from '../../platform/http/request/schema.ts'

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

/** Where the account requires a passkey: the token for POST /api/auth/second-step. */
export const AskedForPasskey = t.Object({ secondStep: t.String() })

export type SignUp = Static<typeof SignUp>
export type LogIn = Static<typeof LogIn>
