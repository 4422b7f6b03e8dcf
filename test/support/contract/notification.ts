import type { Row } from '../contract.ts'

/** The routes of notifications. */
export const rows: readonly Row[] = [
  {
    route: 'GET /api/notifications',
    at: () => '/api/notifications?limit=2',
    malformed: { at: '/api/notifications?cursor=x', status: 400 },
  },
  { route: 'GET /api/notifications/unread-count' },
  { route: 'POST /api/notifications/read', body: () => ({ all: true }), status: 204 },
  { route: 'POST /api/notifications/prefs', body: () => ({ collects: false }) },
  { route: 'POST /api/notifications/mail', body: () => ({ gathered: false }) },
  { route: 'POST /api/notifications/subscribe', body: ({ browser }) => browser, status: 201 },
  {
    route: 'DELETE /api/notifications/subscribe/:id',
    at: ({ subscriptionId }) => `/api/notifications/subscribe/${subscriptionId}`,
    status: 204,
    malformed: { at: '/api/notifications/subscribe/x', status: 404 },
    foreign: ({ subscriptionId }) => `/api/notifications/subscribe/${subscriptionId}`,
    foreignError: 'This subscription belongs to somebody else.',
    absent: () => '/api/notifications/subscribe/0193b5a0-0000-7000-8000-000000000000',
  },
]
