import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Nullable } from '../../platform/http/request/schema.ts'

export const CredentialDraft = t.Object(
  {
    name: t.Optional(Text({ maxLength: longest.credentialName, description: 'what it is for' })),
  },
  closed,
)

export const Credential = t.Object({ id: t.String(), name: t.String(), createdAt: t.String() })

/** A new credential: `secret` is never shown again. */
export const NewCredential = t.Object({ ...Credential.properties, secret: t.String() })

export const Credentials = t.Object({ credentials: t.Array(Credential), nextCursor: Nullable(t.String()) })

export type Credential = Static<typeof Credential>
export type NewCredential = Static<typeof NewCredential>
export type Credentials = Static<typeof Credentials>
