import type { Row } from './contract.ts'

const write = { limit: { rate: { perMinute: 60 }, by: 'user' }, cache: 'no-store' } as const
const read = { limit: { rate: { perMinute: 300 }, by: 'user' }, cache: 'no-store' } as const
const nothing = '0193b5a0-0000-7000-8000-000000000000'

const ofOne = {
  path: '/api/studio/releases/:id',
  access: 'owner',
  at: ({ releaseId }) => `/api/studio/releases/${releaseId}`,
  malformed: { at: '/api/studio/releases/x', status: 404 },
  foreign: ({ releaseId }) => `/api/studio/releases/${releaseId}`,
  foreignError: 'This release belongs to somebody else.',
  absent: () => `/api/studio/releases/${nothing}`,
} as const satisfies Partial<Row>

/** The routes of releases. */
export const rows: readonly Row[] = [
  {
    ...write,
    method: 'POST',
    path: '/api/studio/releases',
    access: 'session',
    at: () => '/api/studio/releases',
    body: ({ dawn }) => ({ title: 'Dawn', type: 'SINGLE', trackIds: [dawn.id] }),
    status: 201,
  },
  {
    ...read,
    method: 'GET',
    path: '/api/studio/releases',
    access: 'session',
    at: () => '/api/studio/releases',
    status: 200,
    malformed: { at: '/api/studio/releases?limit=x', status: 400 },
  },
  { ...ofOne, ...read, method: 'GET', status: 200 },
  { ...ofOne, ...write, method: 'PATCH', body: () => ({ title: 'Second Light' }), status: 200 },
]
