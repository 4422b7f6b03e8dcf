import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of withdrawal and of papers. Payments are off here, so nobody has bought anything. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/orders/:id/give-back',
    at: () => '/api/orders/x/give-back',
    body: () => ({}),
    status: 404,
    malformed: { at: '/api/orders/x/give-back', status: 404 },
  },
  {
    route: 'PUT /api/orders/:id/buyer',
    at: () => '/api/orders/x/buyer',
    body: () => ({ name: 'Acme', address: null, vatId: null }),
    status: 404,
    malformed: { at: '/api/orders/x/buyer', status: 404 },
  },
  {
    route: 'POST /api/orders/:id/e-invoice',
    at: () => '/api/orders/x/e-invoice',
    body: () => ({}),
    status: 404,
    malformed: { at: '/api/orders/x/e-invoice', status: 404 },
  },
  {
    route: 'POST /api/withdraw',
    at: () => '/api/withdraw',
    body: () => ({ email: 'bea@example.com', order: nothing }),
  },
  { route: 'GET /api/desk/withdrawals', at: () => '/api/desk/withdrawals', status: 403 },
  {
    route: 'POST /api/desk/withdrawals/:id/done',
    at: () => `/api/desk/withdrawals/${nothing}/done`,
    status: 403,
    malformed: { at: '/api/desk/withdrawals/x/done', status: 403 },
  },
]
