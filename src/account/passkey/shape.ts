import { type Static, t } from 'elysia'
import { Text } from '../../lib/code-points.ts'
import { longestPassword } from '../../lib/password-rule.ts'

/** The token of a step that was begun. */
export const StepToken = t.String({ maxLength: 200, description: 'of the step that was begun' })

/** Bytes of an authenticator. */
export const Encoded = t.String({ maxLength: 20_000, description: 'base64url' })

/** The answer of an authenticator that signed a challenge. */
export const Proof = t.Object(
  { id: Encoded, clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded },
  { additionalProperties: false },
)

/** What shows that the account's owner asks, in bodies of what changes the account for good: one of both. */
export const ownerProof = {
  password: t.Optional(Text({ maxLength: longestPassword })),
  step: t.Optional(StepToken),
  proof: t.Optional(Proof),
}

export type Proof = Static<typeof Proof>

/** The same as verbs take it. */
export type OwnerProof = { password?: string; step?: string; proof?: Proof }
