import type { Row, Stage } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const at = '/api/studio/shows'

const body = () => ({
  day: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
  zone: 'Europe/Berlin',
  venue: 'Kulturhaus',
  town: 'Berlin',
  country: 'DE',
})

/** The parts that the routes of one show share. */
const ofOne = {
  at: ({ showId }: Stage) => `${at}/${showId}`,
  malformed: { at: `${at}/x`, status: 404 },
  foreign: ({ showId }: Stage) => `${at}/${showId}`,
  foreignError: 'This show belongs to somebody else.',
  absent: () => `${at}/${nothing}`,
} as const

/** Routes of an artist's concerts. */
export const rows: readonly Row[] = [
  { route: 'POST /api/studio/shows', body, status: 201 },
  { route: 'GET /api/studio/shows' },
  { route: 'PUT /api/studio/shows/:id', ...ofOne, body },
  { route: 'DELETE /api/studio/shows/:id', ...ofOne, status: 204, isAlone: true },
]
