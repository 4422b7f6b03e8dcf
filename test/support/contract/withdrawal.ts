import type { Row } from '../contract.ts'

/** The route that gives an order back. Payments are off here, so nobody has bought anything. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/orders/:id/give-back',
    at: () => '/api/orders/x/give-back',
    body: () => ({}),
    status: 404,
    malformed: { at: '/api/orders/x/give-back', status: 404 },
  },
]
