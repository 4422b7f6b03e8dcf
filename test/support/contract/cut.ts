import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const part = { title: 'Snow', by: [], credits: [], isrc: null }

/** The route by which a track becomes several. */
export const rows: readonly Row[] = [
  {
    route: 'POST /api/studio/tracks/:id/cut',
    at: ({ long }) => `/api/studio/tracks/${long.id}/cut`,
    body: () => ({
      parts: [
        { ...part, from: 0 },
        { ...part, from: 1 },
      ],
    }),
    status: 201,
    malformed: { at: '/api/studio/tracks/x/cut', status: 404 },
    foreign: ({ long }) => `/api/studio/tracks/${long.id}/cut`,
    absent: () => `/api/studio/tracks/${nothing}/cut`,
  },
]
