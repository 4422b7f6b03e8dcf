import type { Row } from '../contract.ts'

const write = { perMinute: 60 }
const auth = { perMinute: 10 }

/** A door of a provider that is not configured, as none is in these tests: not found, and limited all the same. */
const door = (path: string): Row => ({
  method: 'GET',
  path,
  access: 'public',
  limit: { rate: auth, by: 'address' },
  at: () => path,
  status: 404,
  cache: 'no-store',
})

/** Routes of outside identities. */
export const rows: readonly Row[] = [
  ...['google', 'apple', 'discord', 'oidc'].flatMap((name) => [
    door(`/api/auth/${name}`),
    door(`/api/auth/${name}/callback`),
  ]),
  {
    method: 'POST',
    path: '/api/auth/apple/callback',
    access: 'form',
    limit: { rate: write, by: 'user' },
    at: () => '/api/auth/apple/callback',
    send: async () => ({
      type: 'application/x-www-form-urlencoded',
      body: new TextEncoder().encode('code=x&state=y'),
    }),
    status: 404,
    cache: 'no-store',
  },
  {
    method: 'GET',
    path: '/api/auth/identities',
    access: 'session',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: () => '/api/auth/identities',
    status: 200,
    cache: 'no-store',
  },
  {
    method: 'POST',
    path: '/api/auth/identities',
    access: 'session',
    limit: { rate: write, by: 'user' },
    at: () => '/api/auth/identities',
    body: () => ({ provider: 'google' }),
    status: 404,
    cache: 'no-store',
  },
  {
    method: 'DELETE',
    path: '/api/auth/identities/:provider',
    access: 'session',
    limit: { rate: write, by: 'user' },
    at: () => '/api/auth/identities/google',
    status: 404,
    cache: 'no-store',
    malformed: { at: '/api/auth/identities/x', status: 404 },
  },
  {
    method: 'POST',
    path: '/api/auth/join',
    access: 'public',
    limit: { rate: auth, by: 'address' },
    at: () => '/api/auth/join',
    body: () => ({ handle: 'bea', displayName: 'Bea' }),
    status: 409,
    cache: 'no-store',
  },
]
