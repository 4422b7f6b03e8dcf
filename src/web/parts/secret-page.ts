/**
 * How a page is sent whose address is a secret: kept by nobody, listed nowhere, told to no other
 * site (rule: secret-link).
 */
export const secretPage = {
  isPrivate: true,
  headers: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
} as const
