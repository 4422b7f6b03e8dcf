import type { Row } from '../contract.ts'

export const rows: readonly Row[] = [
  { route: 'GET /api/auth/app-keys' },
  { route: 'POST /api/auth/app-keys', body: () => ({ name: 'Phone' }), status: 201 },
  {
    route: 'DELETE /api/auth/app-keys/:id',
    at: () => '/api/auth/app-keys/aaaaaaaa',
    status: 404,
    malformed: { at: '/api/auth/app-keys/x', status: 404 },
  },
]
