import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

export const rows: readonly Row[] = [
  {
    route: 'POST /api/hooks/:hookId/like',
    at: ({ dawn }) => `/api/hooks/${dawn.hookId}/like`,
    body: () => ({}),
    malformed: { at: '/api/hooks/x/like', status: 404 },
    absent: () => `/api/hooks/${nothing}/like`,
  },
  {
    route: 'GET /api/hooks/:hookId/comments',
    at: ({ dawn }) => `/api/hooks/${dawn.hookId}/comments`,
    malformed: { at: '/api/hooks/x/comments', status: 404 },
    absent: () => `/api/hooks/${nothing}/comments`,
  },
  {
    route: 'GET /api/audio/:trackId/hook',
    at: ({ dawn }) => `/api/audio/${dawn.id}/hook`,
    cache: 'public, max-age=300',
    malformed: { at: '/api/audio/x/hook', status: 404 },
    absent: () => `/api/audio/${nothing}/hook`,
  },
  {
    route: 'GET /api/audio/:trackId/whole',
    at: ({ kettle }) => `/api/audio/${kettle.id}/whole`,
    cache: 'public, max-age=300',
    malformed: { at: '/api/audio/x/whole', status: 404 },
    absent: () => `/api/audio/${nothing}/whole`,
  },
]
