import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/**
 * Routes of what an artist sold. The refund works where payments are on; here it is refused after
 * all other checks.
 */
export const rows: readonly Row[] = [
  {
    route: 'GET /api/studio/sales',
    at: () => '/api/studio/sales?limit=10',
    malformed: { at: '/api/studio/sales?limit=x', status: 400 },
  },
  {
    route: 'GET /api/admin/sellers/:id/sales',
    at: ({ ada }) => `/api/admin/sellers/${ada.artistId}/sales`,
    status: 403,
    malformed: { at: '/api/admin/sellers/x/sales', status: 403 },
  },
  {
    route: 'POST /api/studio/sales/:orderId/refund',
    at: ({ sale }) => `/api/studio/sales/${sale.id}/refund`,
    body: () => ({ amount: 100, refundedAmount: 0 }),
    status: 409,
    malformed: { at: '/api/studio/sales/x/refund', status: 404 },
    foreign: ({ sale }) => `/api/studio/sales/${sale.id}/refund`,
    isForInstanceOwner: true,
    absent: () => `/api/studio/sales/${nothing}/refund`,
  },
]
