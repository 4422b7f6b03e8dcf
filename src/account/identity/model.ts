import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Handle, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { providerNames } from './config.ts'

export const Identity = t.Object({ provider: OneOf(providerNames), email: Nullable(t.String()), createdAt: t.String() })

export const Identities = t.Object({ identities: t.Array(Identity) })

export const LinkIdentity = t.Object({ provider: OneOf(providerNames) }, closed)

export const ProviderAddress = t.Object({ url: t.String() })

export const Join = t.Object(
  {
    handle: t.Optional(t.String({ ...Handle, description: 'derived from the name when absent, for a listener' })),
    displayName: Text({ minLength: 1, maxLength: longest.displayName }),
  },
  closed,
)

export const Joined = t.Object({
  user: t.Object({ id: t.String(), email: t.String() }),
  artist: t.Object({ id: t.String(), handle: Handle, displayName: t.String() }),
  next: t.String(),
})

export type Identity = Static<typeof Identity>
export type Join = Static<typeof Join>
