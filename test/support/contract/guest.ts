import type { Row } from '../contract.ts'

const write = { rate: { perMinute: 60 }, by: 'user' } as const

const post = (path: string, access: 'public' | 'session', status: number, body: object): Row => ({
  method: 'POST',
  path,
  access,
  limit: write,
  at: () => path,
  body: () => ({ ...body }),
  status,
  cache: 'no-store',
})

/** Routes of guests. Nobody has the links here; payments are off, so that no casset with a price is collected. */
export const rows: readonly Row[] = [
  post('/api/checkout/guest', 'public', 409, { slug: 'nova', email: 'kim@example.org' }),
  post('/api/checkout/guest/verify', 'public', 409, { paymentIntentId: 'pi_1', clientSecret: 's' }),
  post('/api/guest/claim', 'session', 404, { secret: 'x' }),
  post('/api/guest/mail', 'public', 404, { secret: 'x' }),
  post('/api/guest/mailing-list', 'public', 404, { secret: 'x', text: 'Yes' }),
  post('/api/guest/forget', 'public', 404, { secret: 'x' }),
  {
    method: 'GET',
    path: '/api/guest/:secret/download',
    access: 'public',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: () => '/api/guest/x/download',
    status: 404,
    cache: 'no-store',
    malformed: { at: '/api/guest/x/download', status: 404 },
  },
  {
    method: 'GET',
    path: '/api/guest/:secret/audio/:trackId',
    access: 'public',
    limit: { rate: { perMinute: 300 }, by: 'user' },
    at: () => '/api/guest/x/audio/y',
    status: 404,
    cache: 'no-store',
    malformed: { at: '/api/guest/x/audio/y', status: 404 },
  },
]
