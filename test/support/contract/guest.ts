import type { Row } from '../contract.ts'

const post = (path: string, status: number, body: object): Row => ({
  route: `POST ${path}`,
  body: () => ({ ...body }),
  status,
})

/**
 * Routes of guests. Nobody has the links here; payments are off, so that no casset with a price is
 * collected.
 */
export const rows: readonly Row[] = [
  post('/api/checkout/guest', 409, { slug: 'nova', email: 'kim@example.org' }),
  post('/api/guest/keep', 409, { paymentIntentId: 'pi_1', clientSecret: 's' }),
  post('/api/guest/keep/new', 409, {
    paymentIntentId: 'pi_1',
    clientSecret: 's',
    displayName: 'Kim',
    password: 'seventeen blue lanterns',
  }),
  post('/api/guest/mail', 404, { secret: 'x' }),
  post('/api/guest/forget', 404, { secret: 'x' }),
  post('/api/guest/rest', 404, { secret: 'x' }),
  {
    route: 'GET /api/guest/:secret/download',
    at: () => '/api/guest/x/download',
    status: 404,
    malformed: { at: '/api/guest/x/download', status: 404 },
  },
  {
    route: 'GET /api/guest/:secret/audio/:trackId',
    at: () => '/api/guest/x/audio/y',
    status: 404,
    malformed: { at: '/api/guest/x/audio/y', status: 404 },
  },
]
