import type { Row } from '../contract.ts'

/** Routes of cards that are used again during a visit; payments are off here. */
export const rows: readonly Row[] = [
  { route: 'POST /api/checkout/kept-card', body: () => ({ paymentIntentId: 'pi_1' }), status: 404 },
  { route: 'DELETE /api/checkout/kept-card', status: 204 },
]
