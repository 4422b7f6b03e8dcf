import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of reports to the site. Nova is not the owner of the instance. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/reports',
    body: ({ hidden }) => ({ kind: 'page', id: hidden.cassetId, reason: 'spam', text: '' }),
    status: 404,
  },
  { route: 'GET /api/desk/reports', status: 403 },
  {
    route: 'POST /api/desk/reports/:id/dismiss',
    at: () => `/api/desk/reports/${nothing}/dismiss`,
    malformed: { at: '/api/desk/reports/x/dismiss', status: 403 },
    body: () => ({ answer: 'It is fine.' }),
    status: 403,
  },
]
