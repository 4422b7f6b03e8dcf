import { isReserved } from './tdm.ts'
import { isAllowed, type TermsOfScopes } from './usage.ts'

/** Returns the usage preferences of AIPREF (draft-ietf-aipref-vocab): only what is allowed without asking is "y". */
export const contentUsage = (scopes: TermsOfScopes): string =>
  `search=${isAllowed(scopes, 'search') ? 'y' : 'n'}, train-ai=${isAllowed(scopes, 'training') ? 'y' : 'n'}`

/** Returns the content signals (contentsignals.org): only what is allowed without asking is "yes". */
export const contentSignal = (scopes: TermsOfScopes): string =>
  [
    `search=${isAllowed(scopes, 'search') ? 'yes' : 'no'}`,
    `ai-input=${isAllowed(scopes, 'input') ? 'yes' : 'no'}`,
    `ai-train=${isAllowed(scopes, 'training') ? 'yes' : 'no'}`,
  ].join(', ')

/**
 * Returns the headers by which a page or a sound of somebody's says what may be done with it: the
 * usage headers, and for search engines that know none of them, that it is not to be found where
 * searching is not allowed (rule: policy-documents).
 */
export const ownUsageHeaders = (scopes: TermsOfScopes): Record<string, string> => ({
  ...usageHeaders(scopes),
  ...(isAllowed(scopes, 'search') ? {} : { 'x-robots-tag': 'noindex' }),
})

/**
 * Returns the headers by which a page or a sound says what may be done with it
 * (rule: policy-documents).
 */
export const usageHeaders = (scopes: TermsOfScopes): Record<string, string> => ({
  'content-usage': contentUsage(scopes),
  'content-signal': contentSignal(scopes),
  'tdm-reservation': isReserved(scopes) ? '1' : '0',
})
