import type { Row } from '../contract.ts'

const byUser = (perMinute: number) => ({ rate: { perMinute }, by: 'user' }) as const
const post = { method: 'POST', access: 'session', limit: byUser(60), cache: 'no-store' } as const
const get = { method: 'GET', access: 'session', limit: byUser(300), cache: 'no-store', status: 200 } as const

/** The routes of notifications. */
export const rows: readonly Row[] = [
  {
    ...get,
    path: '/api/notifications',
    at: () => '/api/notifications?limit=2',
    malformed: { at: '/api/notifications?cursor=x', status: 400 },
  },
  { ...get, path: '/api/notifications/unread-count', at: () => '/api/notifications/unread-count' },
  {
    ...post,
    path: '/api/notifications/read',
    at: () => '/api/notifications/read',
    body: () => ({ all: true }),
    status: 204,
  },
  {
    ...post,
    path: '/api/notifications/prefs',
    at: () => '/api/notifications/prefs',
    body: () => ({ collects: false }),
    status: 200,
  },
  {
    ...post,
    path: '/api/notifications/mail',
    at: () => '/api/notifications/mail',
    body: () => ({ gathered: false }),
    status: 200,
  },
  {
    ...post,
    path: '/api/notifications/subscribe',
    at: () => '/api/notifications/subscribe',
    body: ({ browser }) => browser,
    status: 201,
  },
  {
    ...post,
    method: 'DELETE',
    path: '/api/notifications/subscribe/:id',
    access: 'owner',
    at: ({ subscriptionId }) => `/api/notifications/subscribe/${subscriptionId}`,
    status: 204,
    malformed: { at: '/api/notifications/subscribe/x', status: 404 },
    foreign: ({ subscriptionId }) => `/api/notifications/subscribe/${subscriptionId}`,
    foreignError: 'This subscription belongs to somebody else.',
    absent: () => '/api/notifications/subscribe/0193b5a0-0000-7000-8000-000000000000',
  },
]
