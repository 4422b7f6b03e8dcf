import { pricingStateOf } from '../casset/usage/pricing-state.ts'
import type { PolicyRow } from '../casset/usage/read-policies.ts'
import type { Ctx } from '../context.ts'
import { addresses } from './rendering/addresses.ts'
import type { NextStep } from './shape.ts'
import type { KnownRelease } from './visible-release.ts'

type Site = Pick<Ctx, 'site'>

export const quoteUrl = ({ site }: Site, releaseId: string): string =>
  `${site.origin}/api/agents/releases/${releaseId}/license-quote`

/** Returns the address of a release's manifest: of its newest version, or of one by its number. */
export const manifestUrl = ({ site }: Site, releaseId: string, version?: number): string =>
  `${site.origin}/api/agents/releases/${releaseId}/manifest${version === undefined ? '' : `/${version}`}`

/** Returns the form on the page of a release by which its artist is asked. */
export const contactUrl = ({ site }: Site, { handle, id }: Pick<KnownRelease, 'handle' | 'id'>): string =>
  `${site.origin}${addresses.pageOf(handle, id)}#ask`

/** Leads to a quote for a license that can be bought, else to the contact. */
export function nextStep(ctx: Site, release: KnownRelease, policy: PolicyRow): NextStep {
  const state = pricingStateOf(policy)
  if (state === 'PRICED') return { kind: 'license', url: quoteUrl(ctx, release.id) }
  if (state === 'CONTACT_REQUIRED') {
    return { kind: policy.decision === 'REQUIRE_LICENSE' ? 'license' : 'contact', url: contactUrl(ctx, release) }
  }
  return { kind: null, url: null }
}

export const rslUrl = ({ site }: Site, releaseId: string): string => site.origin + addresses.licenseOf(releaseId)
