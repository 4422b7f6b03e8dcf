import { pricingStateOf } from './pricing-state.ts'
import { type Terms, type TermsOfScopes, usages } from './usage.ts'

const scopesOfMining = Object.values(usages).flat()

/** Whether text and data mining is reserved: one of its scopes is not allowed (TDMRep). */
export const isReserved = (scopes: TermsOfScopes): boolean =>
  scopesOfMining.some((scope) => scopes[scope].decision !== 'ALLOW')

/** Returns the entry of a path for /.well-known/tdmrep.json. */
export const tdmEntry = (isHeld: boolean, location: string, policyUrl: string) =>
  isHeld ? { location, 'tdm-reservation': 1, 'tdm-policy': policyUrl } : { location, 'tdm-reservation': 0 }

/** An offer's own address, what may be mined, who offers it, and where to ask. */
export type Offered = { uid: string; target: string; assigner: string; contactUrl: string }

/** Returns the ODRL offer of a policy, in the profile of TDMRep: a rule for each mining scope. */
export function odrlOffer(scopes: TermsOfScopes, { uid, target, assigner, contactUrl }: Offered) {
  const rules = scopesOfMining.map((scope) => ({ terms: scopes[scope], rule: miningRule(scope, target) }))
  const permission = rules
    .filter(({ terms }) => terms.decision !== 'DENY')
    .map(({ terms, rule }) => ({ ...rule, ...dutyOf(terms) }))
  const prohibition = rules.filter(({ terms }) => terms.decision === 'DENY').map(({ rule }) => rule)
  return {
    '@context': ['http://www.w3.org/ns/odrl.jsonld', 'http://www.w3.org/ns/tdmrep.jsonld'],
    '@type': 'Offer',
    profile: 'http://www.w3.org/ns/tdmrep',
    uid,
    assigner: { uid: contactUrl, 'vcard:fn': assigner, 'vcard:hasURL': contactUrl },
    ...(permission.length === 0 ? {} : { permission }),
    ...(prohibition.length === 0 ? {} : { prohibition }),
  }
}

const miningRule = (scope: string, target: string) => ({
  target,
  action: 'tdm:mine',
  constraint: [{ leftOperand: 'purpose', operator: 'eq', rightOperand: scope }],
})

/** The duty before the use: none, paying, or asking. */
function dutyOf({ decision, price }: Terms) {
  const state = pricingStateOf({ decision, priceMinor: price?.amount ?? null })
  if (state === 'NOT_REQUIRED') return {}
  return { duty: [{ action: state === 'PRICED' ? 'compensate' : 'obtainConsent' }] }
}
