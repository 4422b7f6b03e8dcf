/**
 * How to send a page whose address is a secret: never cached, never listed, no referrer to other
 * sites (rule: secret-link). To this site there is one: without it browsers send a plain form with
 * `Origin: null`, which is refused.
 */
export const secretPage = {
  isPrivate: true,
  headers: { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' },
} as const
