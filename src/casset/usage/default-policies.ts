import { and, eq, inArray, type SQLWrapper } from 'drizzle-orm'
import { type decisions, permissionScopes, releasePolicies } from '../../../db/schema/casset/usage.ts'
import type { Ctx } from '../../context.ts'

export type PermissionScope = (typeof permissionScopes)[number]
export type Decision = (typeof decisions)[number]

/** A new release can be found, heard and bought; all else needs a request. */
export const defaultDecisions: Readonly<Record<PermissionScope, Decision>> = {
  'search-index': 'ALLOW',
  'ai-input': 'CONTACT_OWNER',
  'ai-training': 'DENY',
  'ai-generation': 'DENY',
  stream: 'ALLOW',
  download: 'REQUIRE_LICENSE',
  remix: 'CONTACT_OWNER',
  sample: 'CONTACT_OWNER',
  stems: 'CONTACT_OWNER',
  sync: 'CONTACT_OWNER',
  'visual-reuse': 'CONTACT_OWNER',
  redistribution: 'CONTACT_OWNER',
  'derivative-registration': 'CONTACT_OWNER',
  'commercial-use': 'CONTACT_OWNER',
}

/** Stores the policies of a new release. Called in its transaction. */
export function addDefaultPolicies(ctx: Ctx, releaseId: string): void {
  const updatedAt = ctx.now()
  const rows = permissionScopes.map((scope) => ({ releaseId, scope, decision: defaultDecisions[scope], updatedAt }))
  ctx.db.insert(releasePolicies).values(rows).run()
}

/** Called in a transaction. */
export function erasePolicyWords({ db }: Ctx, releaseIds: SQLWrapper): void {
  db.update(releasePolicies)
    .set({ terms: null, contact: null })
    .where(inArray(releasePolicies.releaseId, releaseIds))
    .run()
}

/** Stores a release's policy for a scope. Called in a transaction. */
export function storePolicy({ db }: Ctx, row: typeof releasePolicies.$inferSelect): void {
  const which = and(eq(releasePolicies.releaseId, row.releaseId), eq(releasePolicies.scope, row.scope))
  db.update(releasePolicies).set(row).where(which).run()
}
