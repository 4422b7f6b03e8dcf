import type { Row, Stage } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const at = '/api/studio/letters'

/** The parts that all routes of one letter share. */
const ofOne = (end = '') => ({
  at: ({ letterId }: Stage) => `${at}/${letterId}${end}`,
  malformed: { at: `${at}/x${end}`, status: 404 },
  foreign: ({ letterId }: Stage) => `${at}/${letterId}${end}`,
  foreignError: 'This letter belongs to somebody else.',
  absent: () => `${at}/${nothing}${end}`,
})

/** Routes of letters. No mail server is set here, so no letter is sent. */
export const rows: readonly Row[] = [
  { route: 'POST /api/studio/letters', body: () => ({}), status: 201 },
  { route: 'GET /api/studio/letters' },
  { route: 'GET /api/studio/letters/:id', ...ofOne() },
  {
    route: 'PATCH /api/studio/letters/:id',
    ...ofOne(),
    body: () => ({ revision: 2, subject: 'Another subject' }),
  },
  { route: 'GET /api/studio/letters/:id/reach', ...ofOne('/reach') },
  { route: 'GET /api/studio/letters/:id/preview', ...ofOne('/preview'), cache: 'private, no-store' },
  { route: 'POST /api/studio/letters/:id/test', ...ofOne('/test'), body: () => ({}), status: 409 },
  { route: 'POST /api/studio/letters/:id/schedule', ...ofOne('/schedule'), body: () => ({ zone: 'UTC' }), status: 409 },
  { route: 'DELETE /api/studio/letters/:id/schedule', ...ofOne('/schedule'), status: 409 },
  { route: 'POST /api/studio/letters/:id/stop', ...ofOne('/stop'), body: () => ({}), status: 409 },
  { route: 'POST /api/studio/letters/:id/again', ...ofOne('/again'), body: () => ({}), status: 409 },
  { route: 'DELETE /api/studio/letters/:id', ...ofOne(), status: 204, isAlone: true },
  { route: 'GET /api/letters/followed' },
  { route: 'PUT /api/letters/followed', body: () => ({ allowed: true }) },
]
