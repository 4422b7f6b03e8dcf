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

/**
 * Proof that the account's owner makes the request, in bodies that change the account for good: one
 * of the two.
 */
export const ownerProof = {
  password: t.Optional(Text({ maxLength: longestPassword })),
  step: t.Optional(StepToken),
  proof: t.Optional(Proof),
}

export type Proof = Static<typeof Proof>

export type OwnerProof = { password?: string; step?: string; proof?: Proof }
