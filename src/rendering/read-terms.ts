import { and, eq, gt, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { cassetDecisions } from '../../db/schema/decision.ts'
import { decisions, permissionScopes } from '../../db/schema/permission-words.ts'
import type { Ctx } from '../context.ts'
import { type Decision, defaultDecisions, type PermissionScope } from '../permission/default-policies.ts'
import { priceOf } from '../permission/pricing-state.ts'
import { readPolicies } from '../permission/read-policies.ts'
import { stricter } from '../permission/stricter.ts'
import type { Terms, TermsOfScopes } from './usage.ts'

const ofCasset = prepared((db) =>
  db
    .select({ scope: cassetDecisions.scope, decision: cassetDecisions.decision })
    .from(cassetDecisions)
    .where(and(eq(cassetDecisions.cassetId, sql.placeholder('cassetId')), gt(cassetDecisions.releases, 0)))
    .prepare(),
)

type Decided = { scope: PermissionScope; decision: Decision }

// Each pair of scope and decision is looked up by itself: as many reads for a hundred thousand releases as for one.
const pairs = JSON.stringify(permissionScopes.flatMap((scope) => decisions.map((decision) => ({ scope, decision }))))
const ofSite = prepared((db) =>
  db.$client.query<Decided, { pairs: string }>(
    `SELECT value ->> '$.scope' AS scope, value ->> '$.decision' AS decision FROM json_each($pairs)
     WHERE EXISTS (SELECT 1 FROM casset_decisions WHERE scope = value ->> '$.scope'
       AND decision = value ->> '$.decision' AND is_listed = 1 AND releases > 0)`,
  ),
)

/** Returns the present terms of a release. */
export function termsOfRelease(ctx: Ctx, releaseId: string): TermsOfScopes {
  const policies = readPolicies(ctx, releaseId).map((policy): [string, Terms] => [
    policy.scope,
    { decision: policy.decision, price: priceOf(policy) },
  ])
  return { ...defaultTerms, ...Object.fromEntries(policies) }
}

/** Returns the strictest terms of a casset's published releases; the defaults when there are none (rule 12.61). */
export const termsOfCasset = (ctx: Ctx, cassetId: string): TermsOfScopes =>
  strictest(ofCasset(ctx.db).all({ cassetId }))

/** Returns the strictest terms of all public releases; the defaults when there are none (rule 12.61). */
export const termsOfSite = (ctx: Ctx): TermsOfScopes => strictest(ofSite(ctx.db).all({ pairs }))

const toTerms = (of: Readonly<Record<PermissionScope, Decision>>): TermsOfScopes => {
  const terms = (scope: PermissionScope): Terms => ({ decision: of[scope], price: null })
  return {
    'search-index': terms('search-index'),
    'ai-input': terms('ai-input'),
    'ai-training': terms('ai-training'),
    'ai-generation': terms('ai-generation'),
    stream: terms('stream'),
    download: terms('download'),
    remix: terms('remix'),
    sample: terms('sample'),
    stems: terms('stems'),
    sync: terms('sync'),
    'visual-reuse': terms('visual-reuse'),
    redistribution: terms('redistribution'),
    'derivative-registration': terms('derivative-registration'),
    'commercial-use': terms('commercial-use'),
  }
}

const defaultTerms = toTerms(defaultDecisions)

function strictest(all: readonly Decided[]): TermsOfScopes {
  if (all.length === 0) return defaultTerms
  const found: Partial<Record<PermissionScope, Decision>> = {}
  for (const { scope, decision } of all) found[scope] = stricter(found[scope] ?? 'ALLOW', decision)
  return toTerms({ ...defaultDecisions, ...found })
}
