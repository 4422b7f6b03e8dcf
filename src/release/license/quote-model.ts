import { type Static, t } from 'elysia'
import { permissionScopes } from '../../../db/schema/casset/usage.ts'
import { Text } from '../../lib/code-points.ts'
import { longest } from '../../lib/longest.ts'
import { closed } from '../../platform/http/schema.ts'

/** An agent's statement about itself and the use it asks for. */
export const about = {
  agentKey: t.Optional(Text({ maxLength: longest.agentKey, description: 'what the agent calls itself' })),
  intendedUse: t.Optional(Text({ maxLength: longest.intendedUse })),
  commercial: t.Optional(t.Boolean({ description: 'asks for commercial-use as well' })),
}

/** Body of POST …/license-quote. */
export const NewQuote = t.Object(
  {
    scopes: t.Array(t.String({ maxLength: 64 }), { minItems: 1, maxItems: permissionScopes.length }),
    ...about,
    releaseVersionId: t.Optional(t.String({ maxLength: 64, description: 'the newest version, unless given' })),
    contact: t.Optional(
      t.Object(
        {
          name: Text({ minLength: 1, maxLength: longest.displayName }),
          email: t.String({ maxLength: longest.email }),
        },
        { ...closed, description: 'tells the artist who asks, and where to answer' },
      ),
    ),
  },
  closed,
)

export type NewQuote = Static<typeof NewQuote>
