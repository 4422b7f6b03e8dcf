import type { Row } from '../contract.ts'

/**
 * A door of a provider that is not configured, as none is in these tests: not found, and limited
 * all the same.
 */
const door = (path: string): Row => ({
  route: `GET ${path}`,
  status: 404,
})

export const rows: readonly Row[] = [
  ...['google', 'apple', 'discord', 'oidc'].flatMap((name) => [
    door(`/api/auth/${name}`),
    door(`/api/auth/${name}/callback`),
  ]),
  {
    route: 'POST /api/auth/apple/callback',
    isFromOtherSite: true,
    send: async () => ({
      type: 'application/x-www-form-urlencoded',
      body: new TextEncoder().encode('code=x&state=y'),
    }),
    status: 404,
  },
  { route: 'GET /api/auth/identities' },
  { route: 'POST /api/auth/identities', body: () => ({ provider: 'google' }), status: 404 },
  {
    route: 'DELETE /api/auth/identities/:provider',
    at: () => '/api/auth/identities/google',
    status: 404,
    malformed: { at: '/api/auth/identities/x', status: 404 },
  },
  { route: 'POST /api/auth/join', body: () => ({ handle: 'bea', displayName: 'Bea' }), status: 409 },
]
