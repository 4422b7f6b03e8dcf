import type { Row } from '../contract.ts'

const write = { limit: { rate: { perMinute: 60 }, by: 'user' }, cache: 'no-store', access: 'session' } as const
const read = { limit: { rate: { perMinute: 300 }, by: 'user' }, cache: 'no-store', access: 'session' } as const
const at = (path: string) => ({ path: `/api/co-cassets/:slug${path}`, at: () => `/api/co-cassets/duo${path}` })
const absent = (path: string) => ({ malformed: { at: `/api/co-cassets/No!${path}`, status: 404 } })

/** The routes of co-cassets. nova made "duo" with ada, who is invited. */
export const rows: readonly Row[] = [
  {
    ...write,
    method: 'POST',
    path: '/api/co-cassets',
    at: () => '/api/co-cassets',
    body: () => ({ name: 'Together', members: ['ada'] }),
    status: 201,
  },
  { ...read, method: 'GET', path: '/api/co-cassets/mine', at: () => '/api/co-cassets/mine', status: 200 },
  { ...read, method: 'GET', ...at(''), status: 200, ...absent('') },
  {
    ...write,
    method: 'POST',
    ...at('/members'),
    body: () => ({ handle: 'draft' }),
    status: 201,
    ...absent('/members'),
  },
  { ...write, method: 'POST', ...at('/accept'), body: () => ({}), status: 200, ...absent('/accept') },
  { ...write, method: 'POST', ...at('/leave'), body: () => ({}), status: 409, ...absent('/leave') },
  {
    ...write,
    method: 'POST',
    ...at('/splits'),
    body: () => ({ splits: { nova: 60, ada: 40 } }),
    status: 200,
    ...absent('/splits'),
  },
  {
    ...write,
    method: 'POST',
    ...at('/splits/accept'),
    body: ({ nova }) => ({ splitsId: nova.userId }),
    status: 409,
    ...absent('/splits/accept'),
  },
  { ...read, method: 'GET', ...at('/room'), status: 200, ...absent('/room') },
  {
    method: 'GET',
    access: 'session',
    cache: 'no-store',
    limit: null,
    ...at('/room/stream'),
    status: 200,
    ...absent('/room/stream'),
  },
  { ...write, method: 'POST', ...at('/room'), body: () => ({ text: 'Hello' }), status: 201, ...absent('/room') },
  {
    ...write,
    method: 'POST',
    ...at('/tracks'),
    body: ({ dawn }) => ({ trackId: dawn.id }),
    status: 201,
    ...absent('/tracks'),
  },
  {
    ...write,
    method: 'DELETE',
    path: '/api/co-cassets/:slug/tracks/:id',
    at: ({ duoTrack }) => `/api/co-cassets/duo/tracks/${duoTrack}`,
    status: 204,
    malformed: { at: '/api/co-cassets/duo/tracks/x', status: 404 },
  },
]
