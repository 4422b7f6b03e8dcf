import type { Row } from '../contract.ts'

const byUser = (perMinute: number) => ({ rate: { perMinute }, by: 'user' }) as const

/** Routes of what an artist wants on receipts. */
export const rows: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/studio/tax-details',
    access: 'session',
    limit: byUser(300),
    at: () => '/api/studio/tax-details',
    status: 200,
    cache: 'no-store',
  },
  {
    method: 'PATCH',
    path: '/api/studio/tax-details',
    access: 'session',
    limit: byUser(60),
    at: () => '/api/studio/tax-details',
    body: () => ({ taxId: 'DE123456789' }),
    status: 200,
    cache: 'no-store',
  },
]
