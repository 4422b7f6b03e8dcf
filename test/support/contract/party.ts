import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** Routes of listening parties. Nobody has announced any here. */
export const rows: readonly Row[] = [
  {
    route: 'GET /api/casset/:slug/party',
    at: () => '/api/casset/nova/party',
    status: 404,
    malformed: { at: '/api/casset/No!/party', status: 404 },
  },
  {
    route: 'GET /api/casset/:slug/party.ics',
    at: () => '/api/casset/nova/party.ics',
    status: 404,
    malformed: { at: '/api/casset/No!/party.ics', status: 404 },
  },
  {
    route: 'POST /api/casset/:slug/party/guests',
    at: () => '/api/casset/nova/party/guests',
    body: () => ({ key: 'k'.repeat(22), comes: true }),
    status: 404,
    malformed: { at: '/api/casset/No!/party/guests', status: 404 },
  },
  {
    route: 'PUT /api/studio/casset/:id/party',
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/party`,
    body: () => ({ startsAt: null, zone: 'Europe/Berlin' }),
    malformed: { at: '/api/studio/casset/x/party', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/party`,
    absent: () => `/api/studio/casset/${nothing}/party`,
  },
  {
    route: 'DELETE /api/studio/casset/:id/party',
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}/party`,
    status: 409,
    malformed: { at: '/api/studio/casset/x/party', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}/party`,
    absent: () => `/api/studio/casset/${nothing}/party`,
  },
]
