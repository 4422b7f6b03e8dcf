import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

/** The routes by which a track goes to another tape of its artist. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/studio/tracks/:id/copy',
    at: ({ spare }) => `/api/studio/tracks/${spare.id}/copy`,
    body: ({ shelfId }) => ({ cassetId: shelfId }),
    status: 201,
    malformed: { at: '/api/studio/tracks/x/copy', status: 404 },
    foreign: ({ spare }) => `/api/studio/tracks/${spare.id}/copy`,
    absent: () => `/api/studio/tracks/${nothing}/copy`,
  },
  {
    route: 'POST /api/studio/tracks/:id/move',
    at: ({ spare }) => `/api/studio/tracks/${spare.id}/move`,
    body: ({ shelfId }) => ({ cassetId: shelfId }),
    status: 204,
    malformed: { at: '/api/studio/tracks/x/move', status: 404 },
    foreign: ({ spare }) => `/api/studio/tracks/${spare.id}/move`,
    absent: () => `/api/studio/tracks/${nothing}/move`,
  },
]
