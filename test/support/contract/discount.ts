import type { Row } from '../contract.ts'

export const rows: readonly Row[] = [
  {
    route: 'POST /api/studio/discounts',
    body: ({ nova }) => ({ cassetId: nova.cassetId, percent: 20 }),
    status: 201,
  },
  { route: 'GET /api/studio/discounts', status: 200 },
  {
    route: 'POST /api/studio/discounts/:id/reopen',
    at: ({ discountId }) => `/api/studio/discounts/${discountId}/reopen`,
    status: 204,
    foreign: ({ discountId }) => `/api/studio/discounts/${discountId}/reopen`,
    foreignError: 'This code belongs to somebody else.',
    absent: () => '/api/studio/discounts/0193b5a0-0000-7000-8000-000000000000/reopen',
    malformed: { at: '/api/studio/discounts/x/reopen', status: 404 },
  },
  {
    route: 'DELETE /api/studio/discounts/:id',
    at: ({ discountId }) => `/api/studio/discounts/${discountId}`,
    status: 204,
    foreign: ({ discountId }) => `/api/studio/discounts/${discountId}`,
    foreignError: 'This code belongs to somebody else.',
    absent: () => '/api/studio/discounts/0193b5a0-0000-7000-8000-000000000000',
    malformed: { at: '/api/studio/discounts/x', status: 404 },
  },
]
