import { password } from '../account/account.ts'
import type { Row } from '../contract.ts'

const write = { limit: { rate: { perMinute: 60 }, by: 'user' }, cache: 'no-store' } as const

/** The routes of listeners: their sign-up, and becoming an artist. */
export const rows: readonly Row[] = [
  {
    method: 'POST',
    path: '/api/auth/signup/listener',
    access: 'public',
    limit: { rate: { perMinute: 10 }, by: 'address' },
    at: () => '/api/auth/signup/listener',
    body: () => ({ email: 'eve@example.org', password, displayName: 'Eve' }),
    status: 201,
    isAlone: true,
    cache: 'no-store',
  },
  {
    ...write,
    method: 'POST',
    path: '/api/auth/artist',
    access: 'session',
    at: () => '/api/auth/artist',
    status: 204,
  },
  {
    ...write,
    method: 'POST',
    path: '/api/auth/handle',
    access: 'session',
    at: () => '/api/auth/handle',
    body: () => ({ handle: 'nova' }),
    status: 200,
  },
]
