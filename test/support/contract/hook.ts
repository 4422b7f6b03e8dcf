import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes of hooks. */
export const rows: readonly Row[] = [
  {
    method: 'POST',
    path: '/api/hooks/:hookId/like',
    access: 'session',
    limit: { rate: { perMinute: 60 }, by: 'user' },
    at: ({ dawn }) => `/api/hooks/${dawn.hookId}/like`,
    body: () => ({}),
    status: 200,
    cache: 'no-store',
    malformed: { at: '/api/hooks/x/like', status: 404 },
    absent: () => `/api/hooks/${nothing}/like`,
  },
  {
    method: 'GET',
    path: '/api/hooks/:hookId/comments',
    access: 'public',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: ({ dawn }) => `/api/hooks/${dawn.hookId}/comments`,
    status: 200,
    cache: 'no-store',
    malformed: { at: '/api/hooks/x/comments', status: 404 },
    absent: () => `/api/hooks/${nothing}/comments`,
  },
  {
    method: 'GET',
    path: '/api/audio/:trackId/hook',
    access: 'public',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: ({ dawn }) => `/api/audio/${dawn.id}/hook`,
    status: 200,
    cache: 'public, max-age=300',
    malformed: { at: '/api/audio/x/hook', status: 404 },
    absent: () => `/api/audio/${nothing}/hook`,
  },
]
