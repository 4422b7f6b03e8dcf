import type { Row } from '../contract.ts'

/** The routes by which artists are paid, and the processor's second webhook. */
export const rows: readonly Row[] = [
  { route: 'POST /api/studio/stripe/webhook', status: 503 },
  { route: 'GET /api/studio/payouts' },
  { route: 'POST /api/studio/payouts/onboarding', body: () => ({ country: 'at' }), status: 409 },
  { route: 'POST /api/studio/payouts/dashboard', status: 409 },
  { route: 'POST /api/studio/payouts/permission' },
  {
    route: 'GET /api/admin/sellers',
    status: 403,
    malformed: { at: '/api/admin/sellers?limit=x', status: 403 },
  },
  {
    route: 'PATCH /api/admin/sellers/:id',
    at: ({ ada }) => `/api/admin/sellers/${ada.artistId}`,
    body: () => ({ allowed: true }),
    status: 403,
    malformed: { at: '/api/admin/sellers/x', status: 403 },
  },
]
