import type { TermsOfScopes } from '../../casset/usage/usage.ts'
import { contentSignal, contentUsage } from '../../casset/usage/usage-headers.ts'

/** What cards and feeds show and play, the public reads, and what agents read of releases. */
const open = ['/api/assets/', '/api/emojis/', '/api/audio/', '/api/v1/', '/api/agents/', '/api/releases/']
const closed = [
  '/api/',
  '/studio',
  '/account',
  '/checkout/',
  '/library',
  '/redeem',
  '/receipt',
  '/notifications',
  '/collected',
  '/claim',
]

/**
 * Returns what robots may read and do (rule 2.16): the paths, and the strictest of what public releases say. The longest
 * path counts (RFC 9309); for robots that take the first, the open ones are first.
 */
export const robotsText = (scopes: TermsOfScopes, licenseUrl: string): string =>
  [
    `License: ${licenseUrl}`,
    '',
    'User-agent: *',
    `Content-Usage: ${contentUsage(scopes)}`,
    `Content-Signal: ${contentSignal(scopes)}`,
    ...open.map((path) => `Allow: ${path}`),
    ...closed.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
  ].join('\n')
