import type { Row } from '../contract.ts'

const write = {
  method: 'POST',
  access: 'session',
  limit: { rate: { perMinute: 60 }, by: 'user' },
  cache: 'no-store',
} as const satisfies Partial<Row>

const list = {
  method: 'GET',
  access: 'session',
  limit: { rate: { perMinute: 300 }, by: 'user' },
  cache: 'no-store',
  status: 200,
} as const satisfies Partial<Row>

/** The routes of sharing. */
export const rows: readonly Row[] = [
  {
    ...write,
    path: '/api/casset/:slug/share',
    at: () => '/api/casset/nova/share',
    body: ({ dawn }) => ({ trackId: dawn.id, channel: 'link' }),
    status: 201,
    malformed: { at: '/api/casset/No!/share', status: 404 },
    absent: () => '/api/casset/nobody/share',
  },
  {
    ...write,
    path: '/api/casset/:slug/referral-link',
    at: () => '/api/casset/nova/referral-link',
    status: 200,
    malformed: { at: '/api/casset/No!/referral-link', status: 404 },
    absent: () => '/api/casset/nobody/referral-link',
  },
  { ...list, path: '/api/referrals/mine', at: () => '/api/referrals/mine' },
  { ...list, path: '/api/studio/referrals', at: () => '/api/studio/referrals' },
]
