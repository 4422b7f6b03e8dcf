import { t } from 'elysia'
import { permissionScopes } from '../../../db/schema/casset/usage.ts'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed, Whole } from '../../platform/http/request/schema.ts'
import { NewQuote } from '../../release/license/shape.ts'

// Scopes are told to clients only: the verb refuses others, with a hint that lists them.
const ReleaseId = t.String({ maxLength: 64, description: 'the id of a release, as search_releases gives it' })

const about = {
  agentKey: t.Optional(Text({ maxLength: longest.agentKey, description: 'what the agent calls itself' })),
  intendedUse: t.Optional(Text({ maxLength: longest.intendedUse, description: 'what it is wanted for' })),
  releaseVersionId: t.Optional(t.String({ maxLength: 64, description: 'the newest version, unless given' })),
}

export const SearchArguments = t.Object(
  {
    query: t.Optional(
      Text({
        minLength: 1,
        maxLength: longest.releaseQuery,
        description: 'words of a title, an artist or a track; without, the newest releases',
      }),
    ),
    limit: t.Optional(Whole(1, 100)),
    cursor: t.Optional(t.String({ pattern: '^[0-9]{1,15}$', description: 'the nextCursor of the page before' })),
  },
  closed,
)

export const ManifestArguments = t.Object(
  {
    releaseId: ReleaseId,
    version: t.Optional(t.String({ maxLength: 64, description: 'its number or id; the newest, unless given' })),
  },
  closed,
)

export const PermissionArguments = t.Object(
  {
    releaseId: ReleaseId,
    scope: t.String({ maxLength: 64, enum: permissionScopes, description: 'what is asked for' }),
    commercial: t.Optional(t.Boolean({ description: 'takes the stricter of the scope and commercial-use' })),
    ...about,
  },
  closed,
)

export const QuoteArguments = t.Object(
  {
    releaseId: ReleaseId,
    scopes: t.Array(t.String({ maxLength: 64, enum: permissionScopes }), {
      minItems: 1,
      maxItems: permissionScopes.length,
      description: 'what the license is for',
    }),
    commercial: t.Optional(t.Boolean({ description: 'asks for commercial-use as well' })),
    ...about,
    contact: NewQuote.properties.contact,
    offer: NewQuote.properties.offer,
  },
  closed,
)
