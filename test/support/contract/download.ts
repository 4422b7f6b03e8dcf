import type { Row } from '../contract.ts'

const byUser = (perMinute: number) => ({ rate: { perMinute }, by: 'user' }) as const
const noStore = 'no-store'
const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of downloads and of the codes that lead to them. */
export const rows: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/casset/:slug/download',
    access: 'session',
    limit: byUser(300),
    at: () => '/api/casset/nova/download?format=original',
    status: 200,
    cache: 'private, no-store',
    malformed: { at: '/api/casset/nova/download?format=flac', status: 400 },
    absent: () => '/api/casset/nobody/download',
  },
  {
    method: 'POST',
    path: '/api/studio/codes',
    access: 'session',
    limit: { rate: { perMinute: 1, burst: 60 }, by: 'user' },
    at: () => '/api/studio/codes',
    body: ({ nova }) => ({ cassetId: nova.cassetId, label: 'Fair', count: 2 }),
    status: 201,
    cache: noStore,
  },
  {
    method: 'GET',
    path: '/api/studio/codes',
    access: 'session',
    limit: byUser(300),
    at: () => '/api/studio/codes',
    status: 200,
    cache: noStore,
    malformed: { at: '/api/studio/codes?limit=x', status: 400 },
  },
  {
    method: 'DELETE',
    path: '/api/studio/codes/:id',
    access: 'owner',
    limit: byUser(60),
    at: ({ batchId }) => `/api/studio/codes/${batchId}`,
    status: 204,
    cache: noStore,
    malformed: { at: '/api/studio/codes/x', status: 404 },
    foreign: ({ batchId }) => `/api/studio/codes/${batchId}`,
    absent: () => `/api/studio/codes/${nothing}`,
  },
  {
    method: 'POST',
    path: '/api/codes/redeem',
    access: 'session',
    limit: byUser(10),
    at: () => '/api/codes/redeem',
    body: () => ({ code: 'ZZZZ-ZZZZ-ZZZZ-ZZZZ' }),
    status: 404,
    cache: noStore,
  },
  {
    method: 'GET',
    path: '/api/purchases/:id/tracks',
    access: 'session',
    limit: byUser(300),
    at: () => `/api/purchases/${nothing}/tracks`,
    status: 404,
    cache: noStore,
    malformed: { at: '/api/purchases/x/tracks', status: 404 },
  },
]
