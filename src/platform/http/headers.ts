const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** Used by pictures for cards of shared links and feeds (rule: cross-origin-reads). */
export const shownElsewhere = { 'cross-origin-resource-policy': 'cross-origin' } as const

/** Lets scripts of other sites read an answer: for verifying signatures and the log. */
export const fetchedElsewhere = {
  ...shownElsewhere,
  'access-control-allow-origin': '*',
  // Without cookies the star is every header.
  'access-control-expose-headers': '*',
} as const

/** No sniffing, framing or referrer to other sites. Pages replace this CSP with their own. */
export function responseHeaders(isHttps: boolean): Record<string, string> {
  return { ...always, ...(isHttps ? { 'strict-transport-security': 'max-age=31536000' } : {}) }
}
