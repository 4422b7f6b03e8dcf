import type { Row } from './contract.ts'

/** The routes by which artists are paid, and the processor's second webhook. */
export const rows: readonly Row[] = [
  {
    method: 'POST',
    path: '/api/studio/stripe/webhook',
    access: 'signature',
    limit: null,
    at: () => '/api/studio/stripe/webhook',
    status: 503,
    cache: 'no-store',
  },
  {
    method: 'GET',
    path: '/api/studio/payouts',
    access: 'session',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: () => '/api/studio/payouts',
    status: 200,
    cache: 'no-store',
  },
  {
    method: 'POST',
    path: '/api/studio/payouts/onboarding',
    access: 'session',
    limit: { rate: { perMinute: 60 }, by: 'user' },
    at: () => '/api/studio/payouts/onboarding',
    body: () => ({ country: 'at' }),
    status: 409,
    cache: 'no-store',
  },
]
