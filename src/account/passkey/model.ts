import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Handle, Nullable } from '../../platform/http/request/schema.ts'
import { Encoded, ownerProof, Proof, StepToken as Token } from './shape.ts'

export const Challenge = t.Object({ step: t.String(), challenge: t.String(), rpId: t.String() })

export const SecondChallenge = t.Object({ challenge: t.String(), rpId: t.String(), passkeyIds: t.Array(t.String()) })

export const ConfirmChallenge = t.Object({
  step: t.String(),
  ...SecondChallenge.properties,
  takesPassword: t.Boolean({ description: 'the password does as well' }),
})

export const Confirm = t.Object(ownerProof, closed)

export const NewChallenge = t.Object({
  ...Challenge.properties,
  rpName: t.String(),
  user: t.Object({ id: t.String(), name: t.String(), displayName: t.String() }),
  passkeyIds: t.Array(t.String()),
})

export const NewPasskey = t.Object(
  {
    step: Token,
    name: t.Optional(Text({ maxLength: longest.credentialName })),
    id: Encoded,
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: t.Array(t.String({ maxLength: 40 }), { maxItems: 10 }),
  },
  closed,
)

export const PasskeySignIn = t.Object({ step: Token, proof: Proof }, closed)

export const SecondStepToken = t.Object({ step: Token }, closed)

export const SecondStep = t.Object(
  { step: Token, proof: t.Optional(Proof), recoveryCode: t.Optional(t.String({ maxLength: 100 })) },
  closed,
)

export const Passkey = t.Object({
  id: t.String(),
  name: t.String(),
  createdAt: t.String(),
  usedAt: Nullable(t.String()),
})

export const Passkeys = t.Object({
  passkeys: t.Array(Passkey),
  isRequired: t.Boolean(),
  recoveryCodesLeft: t.Integer(),
})

/** New recovery codes, which are never shown again. */
export const RecoveryCodes = t.Object({ recoveryCodes: t.Array(t.String()) })

export const SignedIn = t.Object({
  user: t.Object({ id: t.String(), email: t.String() }),
  artist: t.Object({ id: t.String(), handle: Handle, displayName: t.String() }),
})

export type NewPasskey = Static<typeof NewPasskey>
export type SecondStep = Static<typeof SecondStep>
export type Passkeys = Static<typeof Passkeys>
export type Passkey = Static<typeof Passkey>
