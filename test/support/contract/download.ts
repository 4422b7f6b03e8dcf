import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

export const rows: readonly Row[] = [
  {
    route: 'GET /api/casset/:slug/download',
    at: () => '/api/casset/nova/download?format=original',
    cache: 'private, no-store',
    malformed: { at: '/api/casset/nova/download?format=wma', status: 400 },
    absent: () => '/api/casset/nobody/download',
  },
  {
    route: 'POST /api/studio/codes',
    body: ({ nova }) => ({ cassetId: nova.cassetId, label: 'Fair', count: 2 }),
    status: 201,
  },
  { route: 'GET /api/studio/codes', malformed: { at: '/api/studio/codes?limit=x', status: 400 } },
  {
    route: 'DELETE /api/studio/codes/:id',
    at: ({ batchId }) => `/api/studio/codes/${batchId}`,
    status: 204,
    malformed: { at: '/api/studio/codes/x', status: 404 },
    foreign: ({ batchId }) => `/api/studio/codes/${batchId}`,
    absent: () => `/api/studio/codes/${nothing}`,
  },
  { route: 'POST /api/codes/redeem', body: () => ({ code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' }), status: 404 },
  {
    route: 'GET /api/purchases/:id/tracks',
    at: () => `/api/purchases/${nothing}/tracks`,
    status: 404,
    malformed: { at: '/api/purchases/x/tracks', status: 404 },
  },
]
