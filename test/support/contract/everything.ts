import type { Row } from '../contract.ts'

export const rows: readonly Row[] = [
  { route: 'GET /api/studio/everything', status: 200 },
  { route: 'PUT /api/studio/everything', body: () => ({ percent: 20, hasFuture: true }), status: 200 },
  { route: 'DELETE /api/studio/everything', status: 204 },
]
