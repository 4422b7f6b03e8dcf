import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** Routes of preorders. Payments are off here, so that nobody has ordered anything. */
export const rows: readonly Row[] = [
  {
    route: 'GET /api/casset/:slug/opening.ics',
    at: () => '/api/casset/nova/opening.ics',
    status: 404,
    malformed: { at: '/api/casset/No!/opening.ics', status: 404 },
  },
  {
    route: 'POST /api/studio/casset/:id/call-off',
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/call-off`,
    status: 409,
    malformed: { at: '/api/studio/casset/x/call-off', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/call-off`,
    absent: () => `/api/studio/casset/${nothing}/call-off`,
  },
  {
    route: 'POST /api/preorders/:id/refund',
    at: () => '/api/preorders/x/refund',
    body: () => ({}),
    status: 404,
    malformed: { at: '/api/preorders/x/refund', status: 404 },
  },
]
