import { and, eq, gt, sql } from 'drizzle-orm'
import { prepared, rawStatement } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { cassetDecisions, decisions, permissionScopes } from '../../../db/schema/casset/usage.ts'
import type { Ctx } from '../../context.ts'
import { type Decision, defaultDecisions, type PermissionScope } from './default-policies.ts'
import { priceOf } from './pricing-state.ts'
import { readPolicies } from './read-policies.ts'
import { stricterDecision } from './stricter.ts'
import type { Terms, TermsOfScopes } from './usage.ts'

type Decided = { scope: PermissionScope; decision: Decision }

const { scope, decision, cassetId, releases } = cassetDecisions

const ofCasset = prepared((db) =>
  db
    .select({ scope, decision })
    .from(cassetDecisions)
    .where(and(eq(cassetId, sql.placeholder('cassetId')), gt(releases, 0))),
)

const ofSource = prepared((db) =>
  db
    .select({ scope, decision })
    .from(tracks)
    .innerJoin(cassetDecisions, and(eq(cassetId, tracks.cassetId), gt(releases, 0)))
    .where(eq(tracks.id, sql.placeholder('sourceId'))),
)

// Each pair of scope and decision is looked up separately, so a hundred thousand releases take as
// many reads as one.
const pairs = JSON.stringify(permissionScopes.flatMap((scope) => decisions.map((decision) => ({ scope, decision }))))
// Raw: json_each as a table.
const ofSite = rawStatement<Decided, { pairs: string }>(
  `SELECT value ->> '$.scope' AS scope, value ->> '$.decision' AS decision FROM json_each($pairs)
   WHERE EXISTS (SELECT 1 FROM casset_decisions WHERE scope = value ->> '$.scope'
     AND decision = value ->> '$.decision' AND is_listed = 1 AND releases > 0)`,
)

/** Returns the present terms of a release. */
export function termsOfRelease(ctx: Ctx, releaseId: string): TermsOfScopes {
  const policies = readPolicies(ctx, releaseId).map((policy): [string, Terms] => [
    policy.scope,
    { decision: policy.decision, price: priceOf(policy) },
  ])
  return { ...defaultTerms, ...Object.fromEntries(policies) }
}

/**
 * Returns the strictest terms of a casset's published releases; the defaults when there are none
 * (rule: policy-documents).
 */
export const termsOfCasset = (ctx: Ctx, cassetId: string): TermsOfScopes =>
  strictest(ofCasset(ctx.db).all({ cassetId }))

/**
 * Returns the terms of a track's sound: those of its casset. For a copy on a co-casset, the
 * stricter of these and the terms of the casset that it was copied from (rule: policy-documents).
 */
export function termsOfTrack(ctx: Ctx, { cassetId, sourceId }: Recording): TermsOfScopes {
  const decided = ofCasset(ctx.db).all({ cassetId })
  return strictest(sourceId === null ? decided : [...decided, ...ofSource(ctx.db).all({ sourceId })])
}

type Recording = { readonly cassetId: string; readonly sourceId: string | null }

/**
 * Returns the strictest terms of all public releases; the defaults when there are none
 * (rule: policy-documents).
 */
export const termsOfSite = (ctx: Ctx): TermsOfScopes => strictest(ofSite(ctx.db).all({ pairs }))

// Every page and every sound needs them, so the same four objects serve all.
const unpriced = {
  ALLOW: { decision: 'ALLOW', price: null },
  REQUIRE_LICENSE: { decision: 'REQUIRE_LICENSE', price: null },
  CONTACT_OWNER: { decision: 'CONTACT_OWNER', price: null },
  DENY: { decision: 'DENY', price: null },
} as const satisfies Record<Decision, Terms>

const toTerms = (of: Readonly<Record<PermissionScope, Decision>>): TermsOfScopes => ({
  'search-index': unpriced[of['search-index']],
  'ai-input': unpriced[of['ai-input']],
  'ai-training': unpriced[of['ai-training']],
  'ai-generation': unpriced[of['ai-generation']],
  stream: unpriced[of.stream],
  download: unpriced[of.download],
  remix: unpriced[of.remix],
  sample: unpriced[of.sample],
  stems: unpriced[of.stems],
  sync: unpriced[of.sync],
  'visual-reuse': unpriced[of['visual-reuse']],
  redistribution: unpriced[of.redistribution],
  'derivative-registration': unpriced[of['derivative-registration']],
  'commercial-use': unpriced[of['commercial-use']],
})

const defaultTerms = toTerms(defaultDecisions)

function strictest(all: readonly Decided[]): TermsOfScopes {
  if (all.length === 0) return defaultTerms
  const found: Partial<Record<PermissionScope, Decision>> = {}
  for (const { scope, decision } of all) found[scope] = stricterDecision(found[scope] ?? 'ALLOW', decision)
  return toTerms({ ...defaultDecisions, ...found })
}
