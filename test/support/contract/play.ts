import type { Row } from '../contract.ts'

export const rows: readonly Row[] = [
  {
    route: 'POST /api/casset/:slug/plays',
    at: () => '/api/casset/nova/plays',
    body: ({ dawn }) => ({ trackId: dawn.id, heard: 'preview', stoppedSec: 20 }),
    status: 204,
    malformed: { at: '/api/casset/x/plays', status: 404 },
    absent: () => '/api/casset/nobody/plays',
  },
  { route: 'GET /api/studio/plays', at: () => '/api/studio/plays' },
  { route: 'GET /api/studio/plays.csv', at: () => '/api/studio/plays.csv', cache: 'private, no-store' },
]
