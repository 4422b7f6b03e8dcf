import { type Static, Type as t } from '@sinclair/typebox'
import { pricingStates } from '../../casset/usage/pricing-state.ts'
import { closed, Nullable, OneOf } from '../../platform/http/request/schema.ts'
import { Contributor, Decision, Lineage, Proof, RightsScope, Scope } from '../shape.ts'
import { Anchor } from '../transparency-log/shape.ts'

const PermissionPolicy = t.Object({
  scope: Scope,
  decision: Decision,
  pricingState: OneOf(pricingStates),
  updatedAt: t.String(),
})

export const Dna = t.Object({
  releaseId: t.String(),
  manifestStatus: OneOf(['QUEUED', 'READY', 'FAILED']),
  canonicalVersion: t.Integer(),
  canonicalHash: t.String(),
  contributors: t.Array(Contributor),
  rightsScopes: t.Array(RightsScope),
  agentAccessPolicies: t.Array(t.Object({ resource: OneOf(['download', 'stems']), scope: Scope, decision: Decision })),
  permissionPolicies: t.Array(PermissionPolicy),
  anchors: t.Array(Anchor),
  lineage: Lineage,
  proof: Proof,
})

/** See rule: event-pages. */
export const EventsQuery = t.Object(
  {
    limit: t.Optional(t.String({ pattern: '^([1-9][0-9]{0,2}|1000)$', description: '1 to 1000' })),
    cursor: t.Optional(t.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'the nextCursor of the page before' })),
  },
  closed,
)

export const Policy = t.Object({
  scope: Scope,
  decision: Decision,
  price: Nullable(t.Object({ amount: t.Integer(), currency: t.String() })),
  terms: Nullable(t.String()),
  contact: Nullable(t.String()),
  updatedAt: t.String(),
})

export type Dna = Static<typeof Dna>
export type Policy = Static<typeof Policy>
