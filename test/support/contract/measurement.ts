import type { Row } from '../contract.ts'

/** The route of what a browser measures. */
export const rows: readonly Row[] = [
  {
    method: 'PUT',
    path: '/api/studio/tracks/:id/measurement',
    access: 'owner',
    limit: { rate: { perMinute: 60 }, by: 'user' },
    at: ({ dawn }) => `/api/studio/tracks/${dawn.id}/measurement`,
    body: () => ({ peaks: Array.from({ length: 500 }, () => 1), loudnessLufs: -14 }),
    status: 204,
    cache: 'no-store',
    malformed: { at: '/api/studio/tracks/x/measurement', status: 404 },
    foreign: ({ dawn }) => `/api/studio/tracks/${dawn.id}/measurement`,
    absent: () => '/api/studio/tracks/0193b5a0-0000-7000-8000-000000000000/measurement',
  },
]
