import type { Row } from '../contract.ts'

const path = '/api/admin/invitations'
const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of invitations. Nova is not the owner of the instance. */
export const rows: readonly Row[] = [
  { route: 'POST /api/admin/invitations', body: () => ({ note: 'The drummer' }), status: 403 },
  {
    route: 'GET /api/admin/invitations',
    status: 403,
    malformed: { at: `${path}?limit=x`, status: 403 },
  },
  {
    route: `DELETE ${path}/:id`,
    at: () => `${path}/${nothing}`,
    status: 403,
    malformed: { at: `${path}/x`, status: 403 },
  },
]
