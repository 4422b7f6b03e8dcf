import type { Row } from '../contract.ts'

/** The route that deletes an account: nova has a drop that has not ended. */
export const rows: readonly Row[] = [
  {
    method: 'POST',
    path: '/api/auth/account/delete',
    access: 'session',
    limit: { rate: { perMinute: 60 }, by: 'user' },
    at: () => '/api/auth/account/delete',
    body: () => ({ leaveOwed: true }),
    status: 409,
    cache: 'no-store',
  },
]
