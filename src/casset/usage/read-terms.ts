import { type Static, Type as t } from '@sinclair/typebox'
import { and, eq, sql } from 'drizzle-orm'
import { partsBy, prepared, rawStatement } from '../../../db/prepared.ts'
import {
  cassetDecisions,
  cassetUsage,
  decisions,
  permissionScopes,
  releasedTracks,
  releasePolicies,
} from '../../../db/schema/casset/usage.ts'
import type { Ctx } from '../../context.ts'
import { OneOf } from '../../platform/http/request/schema.ts'
import { type Decision, defaultDecisions, type PermissionScope } from './default-policies.ts'
import { priceOf } from './pricing-state.ts'
import { readPolicies } from './read-policies.ts'
import { stricterDecision } from './stricter.ts'
import type { Terms, TermsOfScopes } from './usage.ts'

const Decided = t.Object({ scope: OneOf(permissionScopes), decision: OneOf(decisions) })
type Decided = Static<typeof Decided>

const ofCasset = partsBy(cassetDecisions, ['scope', 'decision'], 'cassetId')

const usageOf = partsBy(cassetUsage, ['hasDefaults', 'isFound'], 'cassetId')

const ofTrack = prepared((db) =>
  db
    .select({ scope: releasePolicies.scope, decision: releasePolicies.decision })
    .from(releasedTracks)
    .innerJoin(releasePolicies, eq(releasePolicies.releaseId, releasedTracks.releaseId))
    .where(eq(releasedTracks.trackId, sql.placeholder('trackId'))),
)

const isOpen = prepared((db) =>
  db
    .select({ releaseId: releasedTracks.releaseId })
    .from(releasedTracks)
    .where(and(eq(releasedTracks.trackId, sql.placeholder('trackId')), eq(releasedTracks.isOpen, true)))
    .limit(1),
)

// Each pair of scope and decision is looked up separately, so a hundred thousand releases take as
// many reads as one.
const pairs = JSON.stringify(permissionScopes.flatMap((scope) => decisions.map((decision) => ({ scope, decision }))))
// Raw: json_each as a table.
const ofSite = rawStatement<typeof Decided, { pairs: string }>(
  Decided,
  `SELECT value ->> '$.scope' AS scope, value ->> '$.decision' AS decision FROM json_each($pairs)
   WHERE EXISTS (SELECT 1 FROM casset_decisions WHERE scope = value ->> '$.scope'
     AND decision = value ->> '$.decision' AND is_shown = 1)`,
)
const defaultsOfSite = prepared((db) =>
  db
    .select({ cassetId: cassetUsage.cassetId })
    .from(cassetUsage)
    .where(and(sql`${cassetUsage.isShown} = 1`, eq(cassetUsage.hasDefaults, true)))
    .limit(1),
)

export function termsOfRelease(ctx: Ctx, releaseId: string): TermsOfScopes {
  const policies = readPolicies(ctx, releaseId).map((policy): [string, Terms] => [
    policy.scope,
    { decision: policy.decision, price: priceOf(policy) },
  ])
  return { ...defaultTerms, ...Object.fromEntries(policies) }
}

/** Returns a casset's terms: the strictest of its tracks and releases (rule: policy-documents). */
export const termsOfCasset = (ctx: Ctx, cassetId: string): TermsOfScopes => usageOfCasset(ctx, cassetId).scopes

/** Returns the terms of a casset, and whether a search may find anything on it. */
export function usageOfCasset({ db }: Ctx, cassetId: string): { scopes: TermsOfScopes; isFound: boolean } {
  const { hasDefaults = true, isFound = true } = usageOf(db).get({ cassetId }) ?? {}
  return { scopes: strictest(ofCasset(db).all({ cassetId }), hasDefaults), isFound }
}

/** Returns whether a search may find anything on a casset (rule: policy-documents). */
export const isFound = (ctx: Ctx, cassetId: string): boolean => usageOf(ctx.db).get({ cassetId })?.isFound ?? true

/**
 * Returns the terms of a track's sound: the strictest of the published releases that have it, the
 * defaults if none has. A copy has the stricter of its own and those of the track that it was
 * copied from (rule: policy-documents).
 */
export function termsOfTrack({ db }: Ctx, { id, sourceId }: Recording): TermsOfScopes {
  const ids = sourceId === null ? [id] : [id, sourceId]
  return strictest(
    ids.flatMap((trackId) => ofTrack(db).all({ trackId })),
    ids.some((trackId) => isOpen(db).get({ trackId }) === undefined),
  )
}

type Recording = { readonly id: string; readonly sourceId: string | null }

/**
 * Returns the strictest terms of all cassets that are published and not private, or the defaults
 * (rule: policy-documents).
 */
export function termsOfSite({ db }: Ctx): TermsOfScopes {
  const decided = ofSite(db).all({ pairs })
  return strictest(decided, decided.length === 0 || defaultsOfSite(db).get() !== undefined)
}

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

function strictest(decided: readonly Decided[], hasDefaults: boolean): TermsOfScopes {
  const found: Partial<Record<PermissionScope, Decision>> = hasDefaults ? { ...defaultDecisions } : {}
  for (const { scope, decision } of decided) found[scope] = stricterDecision(found[scope] ?? 'ALLOW', decision)
  return toTerms({ ...defaultDecisions, ...found })
}
