import type { Row } from '../contract.ts'

const ofDuo = (method: 'GET' | 'POST', path: string) =>
  ({
    route: `${method} /api/co-cassets/:slug${path}`,
    at: () => `/api/co-cassets/duo${path}`,
    malformed: { at: `/api/co-cassets/No!${path}`, status: 404 },
  }) as const satisfies Partial<Row>

/** The routes of co-cassets. nova made "duo" with ada, who is invited. */
export const rows: readonly Row[] = [
  { route: 'POST /api/co-cassets', body: () => ({ name: 'Together', members: ['ada'] }), status: 201 },
  { route: 'GET /api/co-cassets/mine' },
  { ...ofDuo('GET', '') },
  { ...ofDuo('POST', '/members'), body: () => ({ handle: 'draft' }), status: 201 },
  { ...ofDuo('POST', '/accept'), body: () => ({}) },
  { ...ofDuo('POST', '/leave'), body: () => ({}), status: 409 },
  { ...ofDuo('POST', '/splits'), body: () => ({ splits: { nova: 60, ada: 40 } }) },
  { ...ofDuo('POST', '/splits/accept'), body: ({ nova }) => ({ splitsId: nova.userId }), status: 409 },
  { ...ofDuo('GET', '/room') },
  { ...ofDuo('GET', '/room/stream') },
  { ...ofDuo('POST', '/room'), body: () => ({ text: 'Hello' }), status: 201 },
  { ...ofDuo('POST', '/tracks'), body: ({ dawn }) => ({ trackId: dawn.id }), status: 201 },
  {
    route: 'DELETE /api/co-cassets/:slug/tracks/:id',
    at: ({ duoTrack }) => `/api/co-cassets/duo/tracks/${duoTrack}`,
    status: 204,
    malformed: { at: '/api/co-cassets/duo/tracks/x', status: 404 },
  },
]
