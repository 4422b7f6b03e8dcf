import type { Row } from '../contract.ts'

export const rows: readonly Row[] = [
  {
    route: 'PUT /api/studio/tracks/:id/measurement',
    at: ({ dawn }) => `/api/studio/tracks/${dawn.id}/measurement`,
    body: () => ({ peaks: Array.from({ length: 500 }, () => 1), loudnessLufs: -14 }),
    status: 204,
    malformed: { at: '/api/studio/tracks/x/measurement', status: 404 },
    foreign: ({ dawn }) => `/api/studio/tracks/${dawn.id}/measurement`,
    absent: () => '/api/studio/tracks/0193b5a0-0000-7000-8000-000000000000/measurement',
  },
]
