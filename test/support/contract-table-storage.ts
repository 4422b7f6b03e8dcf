import type { Row } from './contract.ts'

const byUser = (perMinute: number) => ({ rate: { perMinute }, by: 'user' }) as const
const noStore = 'no-store'
const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of what accounts store. Nova is not the owner of the instance. */
export const rows: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/studio/assets',
    access: 'session',
    limit: byUser(300),
    at: () => '/api/studio/assets?limit=2',
    status: 200,
    cache: noStore,
    malformed: { at: '/api/studio/assets?cursor=x', status: 400 },
  },
  {
    method: 'DELETE',
    path: '/api/studio/assets/:id',
    access: 'owner',
    limit: byUser(60),
    at: ({ sticker }) => `/api/studio/assets/${sticker}`,
    status: 204,
    cache: noStore,
    malformed: { at: '/api/studio/assets/x', status: 404 },
    foreign: ({ sticker }) => `/api/studio/assets/${sticker}`,
    foreignError: 'This file belongs to somebody else.',
    absent: () => `/api/studio/assets/${nothing}`,
  },
  {
    method: 'GET',
    path: '/api/studio/storage',
    access: 'session',
    limit: byUser(300),
    at: () => '/api/studio/storage',
    status: 200,
    cache: noStore,
  },
  {
    method: 'GET',
    path: '/api/tracks/:id/lyrics',
    access: 'public',
    limit: byUser(300),
    at: ({ dawn }) => `/api/tracks/${dawn.id}/lyrics`,
    status: 200,
    cache: noStore,
    malformed: { at: '/api/tracks/x/lyrics', status: 404 },
    absent: ({ secret }) => `/api/tracks/${secret.id}/lyrics`,
  },
  {
    method: 'GET',
    path: '/api/admin/accounts',
    access: 'session',
    limit: byUser(300),
    at: () => '/api/admin/accounts',
    status: 403,
    cache: noStore,
    malformed: { at: '/api/admin/accounts?limit=x', status: 400 },
  },
  {
    method: 'PATCH',
    path: '/api/admin/accounts/:id',
    access: 'session',
    limit: byUser(60),
    at: ({ ada }) => `/api/admin/accounts/${ada.userId}`,
    body: () => ({ trusted: true }),
    status: 403,
    cache: noStore,
    malformed: { at: '/api/admin/accounts/x', status: 403 },
  },
  {
    method: 'DELETE',
    path: '/api/admin/tracks/:id',
    access: 'session',
    limit: byUser(60),
    at: ({ dawn }) => `/api/admin/tracks/${dawn.id}`,
    body: () => ({ reason: 'A court said so.' }),
    status: 403,
    cache: noStore,
    malformed: { at: '/api/admin/tracks/x', status: 403 },
  },
]
