import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const ofOne = {
  at: ({ playlistId }) => `/api/playlists/${playlistId}`,
  malformed: { at: '/api/playlists/x', status: 404 },
  foreign: ({ playlistId }) => `/api/playlists/${playlistId}`,
  foreignError: 'This playlist belongs to somebody else.',
  absent: () => `/api/playlists/${nothing}`,
} as const satisfies Partial<Row>

const ofItsTrack = {
  at: ({ playlistId, dawn }) => `/api/playlists/${playlistId}/tracks/${dawn.id}`,
  malformed: { at: '/api/playlists/x/tracks/x', status: 404 },
  foreign: ({ playlistId, dawn }) => `/api/playlists/${playlistId}/tracks/${dawn.id}`,
  foreignError: 'This playlist belongs to somebody else.',
  absent: ({ playlistId }) => `/api/playlists/${playlistId}/tracks/${nothing}`,
} as const satisfies Partial<Row>

export const rows: readonly Row[] = [
  { route: 'GET /api/playlists' },
  { route: 'POST /api/playlists', body: () => ({ name: 'Evening' }), status: 201 },
  { route: 'GET /api/playlists/:id', ...ofOne },
  { route: 'PATCH /api/playlists/:id', ...ofOne, body: () => ({ name: 'Morning' }), status: 204 },
  {
    route: 'POST /api/playlists/:id/tracks',
    ...ofOne,
    at: ({ playlistId }) => `/api/playlists/${playlistId}/tracks`,
    malformed: { at: '/api/playlists/x/tracks', status: 404 },
    foreign: ({ playlistId }) => `/api/playlists/${playlistId}/tracks`,
    absent: () => `/api/playlists/${nothing}/tracks`,
    body: ({ dawn }) => ({ trackIds: [dawn.id] }),
  },
  {
    route: 'PATCH /api/playlists/:id/tracks/:trackId',
    ...ofItsTrack,
    body: () => ({ position: 1 }),
    status: 204,
  },
  { route: 'DELETE /api/playlists/:id/tracks/:trackId', ...ofItsTrack, status: 204, isAlone: true },

  {
    route: 'POST /api/playlists/:id/restore',
    at: ({ playlistId }) => `/api/playlists/${playlistId}/restore`,
    malformed: { at: '/api/playlists/x/restore', status: 404 },
    foreign: ({ playlistId }) => `/api/playlists/${playlistId}/restore`,
    foreignError: 'This playlist belongs to somebody else.',
    absent: () => `/api/playlists/${nothing}/restore`,
    status: 204,
  },
  { route: 'DELETE /api/playlists/:id', ...ofOne, status: 204, isAlone: true },
]
