import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const byUser = (perMinute: number) => ({ rate: { perMinute }, by: 'user' }) as const

/** Routes of what an artist sold. The refund works where payments are on; here it is refused after all other checks. */
export const rows: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/studio/sales',
    access: 'session',
    limit: byUser(300),
    at: () => '/api/studio/sales?limit=10',
    status: 200,
    cache: 'no-store',
    malformed: { at: '/api/studio/sales?limit=x', status: 400 },
  },
  {
    method: 'GET',
    path: '/api/admin/sellers/:id/sales',
    access: 'session',
    limit: byUser(300),
    at: ({ ada }) => `/api/admin/sellers/${ada.artistId}/sales`,
    status: 403,
    cache: 'no-store',
    malformed: { at: '/api/admin/sellers/x/sales', status: 403 },
  },
  {
    method: 'POST',
    path: '/api/studio/sales/:orderId/refund',
    access: 'owner',
    limit: byUser(60),
    at: ({ sale }) => `/api/studio/sales/${sale.id}/refund`,
    body: () => ({ amount: 100, refundedAmount: 0 }),
    status: 409,
    cache: 'no-store',
    malformed: { at: '/api/studio/sales/x/refund', status: 404 },
    foreign: ({ sale }) => `/api/studio/sales/${sale.id}/refund`,
    isForInstanceOwner: true,
    absent: () => `/api/studio/sales/${nothing}/refund`,
  },
]
