import { type Static, t } from 'elysia'
import { Text } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import { closed } from '../../platform/http/request/schema.ts'
import { PermissionReceipt } from '../shape.ts'

export const PermissionCheck = t.Object(
  {
    scope: t.String({ maxLength: 64, description: 'one of the scopes of the policies' }),
    agentKey: t.Optional(Text({ maxLength: longest.agentKey, description: 'what the agent calls itself' })),
    intendedUse: t.Optional(Text({ maxLength: longest.intendedUse })),
    commercial: t.Optional(t.Boolean({ description: 'takes the stricter of the scope and commercial-use' })),
    releaseVersionId: t.Optional(t.String({ maxLength: 64, description: 'the newest version, unless given' })),
  },
  closed,
)

/** Up to a hundred questions at once, by the same asker for the same use. */
export const PermissionChecks = t.Object(
  {
    checks: t.Array(
      t.Object(
        {
          releaseId: t.String({ maxLength: 64 }),
          scope: PermissionCheck.properties.scope,
          commercial: PermissionCheck.properties.commercial,
          releaseVersionId: PermissionCheck.properties.releaseVersionId,
        },
        closed,
      ),
      { minItems: 1, maxItems: 100 },
    ),
    agentKey: PermissionCheck.properties.agentKey,
    intendedUse: PermissionCheck.properties.intendedUse,
  },
  closed,
)

/** For each question, in order, a receipt or the reason why there is none. */
export const PermissionReceipts = t.Object({
  receipts: t.Array(
    t.Union([
      PermissionReceipt,
      t.Object({ releaseId: t.String(), scope: t.String(), error: t.String(), code: t.Literal('NOT_FOUND') }),
    ]),
  ),
})

export type PermissionChecks = Static<typeof PermissionChecks>
export type PermissionReceipts = Static<typeof PermissionReceipts>
export type PermissionCheck = Static<typeof PermissionCheck>
