import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of what accounts store. Nova is not the owner of the instance. */
export const rows: readonly Row[] = [
  {
    route: 'GET /api/studio/assets',
    at: () => '/api/studio/assets?limit=2',
    malformed: { at: '/api/studio/assets?cursor=x', status: 400 },
  },
  {
    route: 'DELETE /api/studio/assets/:id',
    at: ({ sticker }) => `/api/studio/assets/${sticker}`,
    status: 204,
    isAlone: true,
    malformed: { at: '/api/studio/assets/x', status: 404 },
    foreign: ({ sticker }) => `/api/studio/assets/${sticker}`,
    foreignError: 'This file belongs to somebody else.',
    absent: () => `/api/studio/assets/${nothing}`,
  },
  { route: 'GET /api/studio/storage' },
  {
    route: 'GET /api/tracks/:id/lyrics',
    at: ({ dawn }) => `/api/tracks/${dawn.id}/lyrics`,
    malformed: { at: '/api/tracks/x/lyrics', status: 404 },
    absent: ({ secret }) => `/api/tracks/${secret.id}/lyrics`,
  },
  {
    route: 'GET /api/admin/accounts',
    status: 403,
    malformed: { at: '/api/admin/accounts?limit=x', status: 403 },
  },
  {
    route: 'PATCH /api/admin/accounts/:id',
    at: ({ ada }) => `/api/admin/accounts/${ada.userId}`,
    body: () => ({ trusted: true }),
    status: 403,
    malformed: { at: '/api/admin/accounts/x', status: 403 },
  },
  {
    route: 'DELETE /api/admin/tracks/:id',
    at: ({ dawn }) => `/api/admin/tracks/${dawn.id}`,
    body: () => ({ reason: 'A court said so.' }),
    status: 403,
    malformed: { at: '/api/admin/tracks/x', status: 403 },
  },
]
