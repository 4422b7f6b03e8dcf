import type { Row } from '../contract.ts'

export const rows: readonly Row[] = [
  {
    route: 'POST /api/casset/:slug/wish',
    at: () => '/api/casset/nova/wish',
    body: () => ({}),
    status: 409,
    malformed: { at: '/api/casset/No!/wish', status: 404 },
  },
  { route: 'GET /api/wishes', status: 200 },
  {
    route: 'DELETE /api/wishes/:cassetId',
    at: ({ nova }) => `/api/wishes/${nova.cassetId}`,
    status: 404,
    malformed: { at: '/api/wishes/x', status: 404 },
  },
]
