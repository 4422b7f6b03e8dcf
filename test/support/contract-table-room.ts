import type { Row } from './contract.ts'

const write = { limit: { rate: { perMinute: 60 }, by: 'user' }, cache: 'no-store' } as const

/** The routes of the live room. */
export const rows: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/casset/:slug/sideb',
    access: 'public',
    limit: null,
    at: () => '/api/casset/nova/sideb',
    status: 200,
    cache: 'no-store',
    malformed: { at: '/api/casset/No!/sideb', status: 404 },
  },
  {
    ...write,
    method: 'POST',
    path: '/api/casset/:slug/comment',
    access: 'session',
    limit: { rate: { perMinute: 30, burst: 10 }, by: 'user' },
    at: () => '/api/casset/nova/comment',
    body: () => ({ text: 'What a drum' }),
    status: 201,
    malformed: { at: '/api/casset/No!/comment', status: 404 },
  },
  {
    ...write,
    method: 'POST',
    path: '/api/casset/:slug/activity',
    access: 'session',
    at: () => '/api/casset/nova/activity',
    body: ({ dawn }) => ({ type: 'play', trackId: dawn.id }),
    status: 201,
    malformed: { at: '/api/casset/No!/activity', status: 404 },
  },
]
