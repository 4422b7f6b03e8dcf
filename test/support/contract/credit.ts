import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const ofTrack = {
  at: ({ dawn }) => `/api/studio/tracks/${dawn.id}/accounts`,
  malformed: { at: '/api/studio/tracks/x/accounts', status: 404 },
  foreign: ({ secret }) => `/api/studio/tracks/${secret.id}/accounts`,
  foreignError: 'This casset belongs to somebody else.',
  absent: () => `/api/studio/tracks/${nothing}/accounts`,
} as const satisfies Partial<Row>

/** The routes of the accounts that names stand for. */
export const rows: readonly Row[] = [
  { route: 'GET /api/studio/tracks/:id/accounts', ...ofTrack },
  {
    route: 'PUT /api/studio/tracks/:id/accounts',
    ...ofTrack,
    body: () => ({ name: 'Nobody', handle: null }),
    status: 400,
  },
  { route: 'GET /api/credits/accounts', at: () => '/api/credits/accounts?q=no' },
  { route: 'GET /api/credits' },
  {
    route: 'POST /api/credits/:id',
    at: () => `/api/credits/${nothing}`,
    malformed: { at: '/api/credits/x', status: 404 },
    body: () => ({ agreed: false }),
    status: 404,
  },
]
