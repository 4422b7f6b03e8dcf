import { type Static, t } from 'elysia'
import { longestPassword, shortestPassword } from '../../lib/account/password-rule.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed } from '../../platform/http/request/schema.ts'
import { ownerProof, Proof, StepToken } from '../passkey/shape.ts'

/** An account that requires a passkey needs the last three, with one of the two answers. */
export const ResetPassword = t.Object(
  {
    token: t.String({ maxLength: 200 }),
    password: Text({ minLength: shortestPassword, maxLength: longestPassword }),
    step: t.Optional(StepToken),
    proof: t.Optional(Proof),
    recoveryCode: t.Optional(t.String({ maxLength: 100 })),
  },
  closed,
)

/** Where the account requires a passkey: the token to send with it. Nothing has changed yet. */
export const AskedForPasskey = t.Object({ secondStep: t.String() })

export const ChangeEmail = t.Object({ email: t.String({ maxLength: longest.email }), ...ownerProof }, closed)

export const MailedToken = t.Object({ token: t.String({ maxLength: 200 }) }, closed)

export const Address = t.Object({ email: t.String() })

export type ResetPassword = Static<typeof ResetPassword>
export type ChangeEmail = Static<typeof ChangeEmail>
