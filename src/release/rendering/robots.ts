import type { TermsOfScopes } from '../../casset/usage/usage.ts'
import { contentSignal, contentUsage } from '../../casset/usage/usage-headers.ts'
import { addresses } from './addresses.ts'

/** Cards and feeds, the public reads, agents' questions and purchases, lists of cassets. */
const open = [
  '/api/assets/',
  '/api/emojis/',
  '/api/audio/',
  '/api/v1/',
  '/api/agents/',
  '/api/releases/',
  '/api/cassets/',
  '/api/checkout/license',
]
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
  '/licensed',
  '/taken',
  '/claim',
]

/**
 * Returns the rules for robots (rule: cross-origin-reads): the paths, and the strictest terms of
 * the site. The longest path counts (RFC 9309); for robots that take the first match, the
 * open ones are first.
 */
export const robotsText = (scopes: TermsOfScopes, origin: string): string =>
  [
    `License: ${origin}${addresses.siteLicense}`,
    '',
    'User-agent: *',
    `Content-Usage: ${contentUsage(scopes)}`,
    `Content-Signal: ${contentSignal(scopes)}`,
    ...open.map((path) => `Allow: ${path}`),
    ...closed.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
