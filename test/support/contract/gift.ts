import type { Row } from '../contract.ts'

/** Routes of gifts. Payments are off here, so that nobody has given anything. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/checkout/gift',
    body: () => ({ slug: 'nova', email: 'kim@example.org' }),
    status: 409,
  },
  { route: 'GET /api/gifts', status: 200 },
  { route: 'POST /api/claim', body: () => ({ secret: 'x' }), status: 404 },
  { route: 'POST /api/gifts/take', body: () => ({ secret: 'x' }), status: 404 },
  { route: 'POST /api/gifts/forget', body: () => ({ secret: 'x' }), status: 404 },
  {
    route: 'GET /api/taken/:secret/download',
    at: () => '/api/taken/x/download',
    status: 404,
    malformed: { at: '/api/taken/x/download', status: 404 },
  },
  {
    route: 'GET /api/taken/:secret/audio/:trackId',
    at: () => '/api/taken/x/audio/y',
    status: 404,
    malformed: { at: '/api/taken/x/audio/y', status: 404 },
  },
  {
    route: 'PATCH /api/gifts/:orderId',
    at: () => '/api/gifts/x',
    body: () => ({ email: 'kim@example.org' }),
    status: 404,
    malformed: { at: '/api/gifts/x', status: 404 },
  },
  {
    route: 'POST /api/gifts/:orderId/send',
    at: () => '/api/gifts/x/send',
    body: () => ({}),
    status: 404,
    malformed: { at: '/api/gifts/x/send', status: 404 },
  },
]
