import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** Routes of monthly statements. Nova has none, and is not the owner of the instance. */
export const rows: readonly Row[] = [
  { route: 'GET /api/studio/statements' },
  {
    route: 'GET /api/studio/statements/:id',
    at: () => `/api/studio/statements/${nothing}`,
    status: 404,
    malformed: { at: '/api/studio/statements/x', status: 404 },
  },
  {
    route: 'GET /api/studio/statements/:id/csv',
    at: () => `/api/studio/statements/${nothing}/csv`,
    status: 404,
    malformed: { at: '/api/studio/statements/x/csv', status: 404 },
  },
  {
    route: 'GET /api/admin/statements.csv',
    at: () => '/api/admin/statements.csv?month=2026-11',
    status: 403,
  },
]
