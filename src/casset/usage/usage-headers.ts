import { isReserved } from './tdm.ts'
import { isAllowed, type TermsOfScopes } from './usage.ts'

/**
 * Returns the usage preferences of AIPREF (draft-ietf-aipref-vocab): "y" only for uses that are
 * allowed without asking.
 */
export const contentUsage = (scopes: TermsOfScopes): string =>
  [
    `search=${isAllowed(scopes, 'search') ? 'y' : 'n'}`,
    `ai-use=${isAllowed(scopes, 'input') ? 'y' : 'n'}`,
    `train-ai=${isAllowed(scopes, 'training') ? 'y' : 'n'}`,
  ].join(', ')

/**
 * Returns the content signals (contentsignals.org): "yes" only for uses that are allowed without
 * asking.
 */
export const contentSignal = (scopes: TermsOfScopes): string =>
  [
    `search=${isAllowed(scopes, 'search') ? 'yes' : 'no'}`,
    `ai-input=${isAllowed(scopes, 'input') ? 'yes' : 'no'}`,
    `ai-train=${isAllowed(scopes, 'training') ? 'yes' : 'no'}`,
  ].join(', ')

/** The names of the usage headers, for /openapi.json. */
export const usageHeaderNames = ['Content-Usage', 'Content-Signal', 'TDM-Reservation'] as const

/** The same for what is a person's own, and for sound, which names its license too. */
export const ownUsageHeaderNames = [...usageHeaderNames, 'X-Robots-Tag'] as const
export const soundHeaderNames = [...ownUsageHeaderNames, 'Link'] as const

/**
 * Returns the headers that state how a person's page or sound may be used: the usage headers, and
 * `noindex` where nothing of it may be found by a search, for search engines that ignore the others
 * (rule: policy-documents).
 */
export const ownUsageHeaders = (
  scopes: TermsOfScopes,
  isFound: boolean = isAllowed(scopes, 'search'),
): Record<string, string> => ({
  ...usageHeaders(scopes),
  ...(isFound ? {} : { 'x-robots-tag': 'noindex' }),
})

export const soundLicenseOf = <Id extends string>(trackId: Id) => `/tracks/${trackId}/license.xml` as const

/** Returns the headers that state how a page or a sound may be used (rule: policy-documents). */
export const usageHeaders = (scopes: TermsOfScopes): Record<string, string> => ({
  'content-usage': contentUsage(scopes),
  'content-signal': contentSignal(scopes),
  'tdm-reservation': isReserved(scopes) ? '1' : '0',
})
