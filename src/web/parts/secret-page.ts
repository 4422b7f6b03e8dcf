/**
 * How to send a page whose address is a secret: never cached, never listed, no referrer
 * (rule: secret-link).
 */
export const secretPage = {
  isPrivate: true,
  headers: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
} as const
