import type { Row } from '../contract.ts'

/** Routes that give an order back. Payments are off here, so that nobody has bought anything. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/orders/:id/give-back',
    at: () => '/api/orders/x/give-back',
    status: 404,
    malformed: { at: '/api/orders/x/give-back', status: 404 },
  },
  { route: 'POST /api/guest/give-back', body: () => ({ secret: 'x' }), status: 404 },
]
