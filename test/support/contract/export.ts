import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const path = '/api/auth/export'

/** The routes of the zip with somebody's own data. */
export const rows: readonly Row[] = [
  {
    method: 'POST',
    path,
    access: 'session',
    limit: { rate: { perMinute: 5 / 1_440, burst: 5 }, by: 'user' },
    at: () => path,
    status: 202,
    cache: 'no-store',
  },
  {
    method: 'GET',
    path,
    access: 'session',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: () => path,
    status: 200,
    cache: 'no-store',
  },
  {
    method: 'GET',
    path: `${path}/:id/file`,
    access: 'owner',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: ({ exportId }) => `${path}/${exportId}/file`,
    status: 200,
    cache: 'private, no-store',
    malformed: { at: `${path}/x/file`, status: 404 },
    foreign: ({ exportId }) => `${path}/${exportId}/file`,
    foreignError: 'This export belongs to somebody else.',
    absent: () => `${path}/${nothing}/file`,
  },
]
