import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const path = '/api/auth/export'

export const rows: readonly Row[] = [
  { route: 'POST /api/auth/export', status: 202 },
  { route: 'GET /api/auth/export' },
  {
    route: `GET ${path}/:id/file`,
    at: ({ exportId }) => `${path}/${exportId}/file`,
    cache: 'private, no-store',
    malformed: { at: `${path}/x/file`, status: 404 },
    foreign: ({ exportId }) => `${path}/${exportId}/file`,
    foreignError: 'This export belongs to somebody else.',
    absent: () => `${path}/${nothing}/file`,
  },
]
