import { type Static, t } from 'elysia'
import { longestPassword } from '../../lib/account/password-rule.ts'
import { Text } from '../../lib/text/code-points.ts'

export const StepToken = t.String({ maxLength: 200, description: 'of the step that was begun' })

/** Bytes from an authenticator, in base64url. */
export const Encoded = t.String({ maxLength: 20_000, description: 'base64url' })

export const Proof = t.Object(
  { id: Encoded, clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded },
  { additionalProperties: false },
)

/** Proof, by one of the two, that the account's owner asks for a change that is for good. */
export const ownerProof = {
  password: t.Optional(Text({ maxLength: longestPassword })),
  step: t.Optional(StepToken),
  proof: t.Optional(Proof),
}

export type Proof = Static<typeof Proof>

export type OwnerProof = { password?: string; step?: string; proof?: Proof }
