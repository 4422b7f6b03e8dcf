import type { Row } from '../contract.ts'

export const rows: readonly Row[] = [
  {
    route: 'POST /api/casset/:slug/share',
    at: () => '/api/casset/nova/share',
    body: ({ dawn }) => ({ trackId: dawn.id, channel: 'link' }),
    status: 201,
    malformed: { at: '/api/casset/No!/share', status: 404 },
    absent: () => '/api/casset/nobody/share',
  },
  {
    route: 'POST /api/casset/:slug/referral-link',
    at: () => '/api/casset/nova/referral-link',
    malformed: { at: '/api/casset/No!/referral-link', status: 404 },
    absent: () => '/api/casset/nobody/referral-link',
  },
  { route: 'GET /api/referrals/mine' },
  { route: 'GET /api/studio/referrals' },
]
