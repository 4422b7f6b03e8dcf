import { password } from '../account/account.ts'
import { formBytes, formType } from '../casset/upload.ts'
import { type Case, type Row, toCase } from '../contract.ts'
import { png } from '../platform/picture.ts'
import { told } from '../told.ts'

const testCard = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
const nothing = '0193b5a0-0000-7000-8000-000000000000'

const form = (fileName: string, read: () => Promise<Uint8Array>) => async () => ({
  type: formType,
  body: formBytes([{ name: 'file', value: await read(), fileName }]),
})

const post = (path: string, body?: Row['body'], status = 204): Row => ({
  route: `POST ${path}`,
  ...(body === undefined ? {} : { body }),
  status,
})

// The checks that every request passes first, and then the features' tables.
const rows: readonly Row[] = [
  {
    route: 'GET /api/handles/:handle/available',
    at: () => '/api/handles/somebody/available',
    malformed: { at: '/api/handles/No/available', status: 400 },
  },
  {
    route: 'GET /api/cassets/recent',
    at: () => '/api/cassets/recent?limit=3',
    malformed: { at: '/api/cassets/recent?limit=x', status: 400 },
  },
  {
    route: 'GET /api/cassets/search',
    at: () => '/api/cassets/search?q=nova',
    malformed: { at: '/api/cassets/search?q=nova&limit=0', status: 400 },
  },
  {
    route: 'GET /api/casset/:slug/media',
    at: () => '/api/casset/nova/media',
    malformed: { at: '/api/casset/No!/media', status: 404 },
  },
  {
    route: 'PATCH /api/studio/casset/:id',
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}`,
    body: () => ({ name: 'Other' }),
    malformed: { at: '/api/studio/casset/x', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}`,
    absent: () => `/api/studio/casset/${nothing}`,
  },
  { route: 'GET /api/studio/cassets' },
  post('/api/studio/cassets', () => ({ name: 'Second winter' }), 201),
  post('/api/casset/update-price', ({ nova }) => ({ cassetId: nova.cassetId, price: 500 }), 200),
  post('/api/auth/update-profile', () => ({ location: 'Vienna' }), 200),
  {
    route: 'GET /api/audio/:trackId',
    at: ({ dawn }) => `/api/audio/${dawn.id}`,
    malformed: { at: '/api/audio/x', status: 404 },
  },
  {
    route: 'GET /api/audio/waveform/:trackId',
    at: ({ dawn }) => `/api/audio/waveform/${dawn.id}`,
    cache: 'private, max-age=3600',
    malformed: { at: '/api/audio/waveform/x', status: 404 },
  },
  post('/api/audio/token', ({ dawn }) => ({ trackId: dawn.id }), 201),
  {
    ...post('/api/auth/signup', () => ({ email: 'eve@example.org', password, handle: 'eve', displayName: 'Eve' }), 201),
    isAlone: true,
  },
  post('/api/auth/login', () => ({ email: 'nova@example.com', password }), 401),
  { ...post('/api/auth/logout'), isAlone: true },
  { route: 'GET /api/auth/session' },
  { route: 'GET /api/auth/sessions', malformed: { at: '/api/auth/sessions?limit=x', status: 400 } },
  { route: 'GET /api/auth/activity', malformed: { at: '/api/auth/activity?limit=x', status: 400 } },
  {
    route: 'DELETE /api/auth/sessions/:id',
    at: ({ nova }) => `/api/auth/sessions/${nova.sessionId}`,
    status: 204,
    isAlone: true,
    malformed: { at: '/api/auth/sessions/x', status: 404 },
    absent: ({ ada }) => `/api/auth/sessions/${ada.sessionId}`,
  },
  post('/api/auth/password/forgot', () => ({ email: 'nova@example.com' }), 204),
  post('/api/auth/password/reset', () => ({ token: 'x'.repeat(43), password }), 400),
  post('/api/auth/password/change', () => ({ currentPassword: password, password: `${password}!` }), 409),
  post('/api/auth/email/verify', () => ({ token: 'x'.repeat(43) }), 400),
  post('/api/auth/email/send'),
  post('/api/auth/setup', () => ({ token: 'x'.repeat(43) }), 400),
  {
    route: 'PATCH /api/studio/tracks/:id',
    at: ({ dawn }) => `/api/studio/tracks/${dawn.id}`,
    body: () => ({ title: 'Other' }),
    malformed: { at: '/api/studio/tracks/x', status: 404 },
    foreign: ({ dawn }) => `/api/studio/tracks/${dawn.id}`,
    absent: () => `/api/studio/tracks/${nothing}`,
  },
  {
    route: 'DELETE /api/studio/tracks/:id',
    at: ({ dawn }) => `/api/studio/tracks/${dawn.id}`,
    status: 204,
    malformed: { at: '/api/studio/tracks/x', status: 404 },
    foreign: ({ dawn }) => `/api/studio/tracks/${dawn.id}`,
    absent: () => `/api/studio/tracks/${nothing}`,
  },
  {
    route: 'POST /api/studio/assets',
    send: form('cover.png', async () => png(8, 8, () => [9, 90, 200])),
    status: 201,
  },
  {
    route: 'GET /api/assets/:id/:file',
    at: ({ picture }) => `/api/assets/${picture.id}/256.webp`,
    cache: 'public, max-age=31536000, immutable',
    malformed: { at: '/api/assets/x/256.webp', status: 404 },
  },
  {
    ...post('/api/casset/:slug/tip', () => ({ amount: 100 }), 409),
    at: () => '/api/casset/nova/tip',
    malformed: { at: '/api/casset/No!/tip', status: 404 },
  },
  post('/api/checkout/payment-intent', () => ({ slug: 'nova' }), 409),
  {
    ...post('/api/checkout/test/confirm', () => ({ paymentIntentId: 'pi_1', clientSecret: 's', card: testCard }), 404),
  },
  post('/api/checkout/verify', () => ({ paymentIntentId: 'pi_1' }), 404),
  {
    route: 'GET /api/purchases/mine',
    malformed: { at: '/api/purchases/mine?limit=x', status: 400 },
  },
  {
    route: 'GET /api/purchases/tracks',
    malformed: { at: '/api/purchases/tracks?limit=x', status: 400 },
  },
  { route: 'POST /api/webhooks/stripe', status: 503 },
  ...(await told('rows')).flat(),
]

export const table: readonly Case[] = rows.map(toCase)
