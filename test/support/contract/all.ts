import { password } from '../account/account.ts'
import { formBytes, formType } from '../casset/upload.ts'
import type { Rate, Row } from '../contract.ts'
import { png } from '../platform/picture.ts'

/** The numbers of rule 2.12. */
const rates = {
  read: { perMinute: 300 },
  write: { perMinute: 60 },
  upload: { perMinute: 1, burst: 60 },
  auth: { perMinute: 10 },
  handles: { perMinute: 60 },
  audioToken: { perMinute: 10 },
} as const satisfies Record<string, Rate>

const testCard = { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' }
const noStore = 'no-store'
const nothing = '0193b5a0-0000-7000-8000-000000000000'
const byUser = (rate: Rate) => ({ rate, by: 'user' }) as const
const byAddress = (rate: Rate) => ({ rate, by: 'address' }) as const

const form = (fileName: string, read: () => Promise<Uint8Array>) => async () => ({
  type: formType,
  body: formBytes([{ name: 'file', value: await read(), fileName }]),
})

const sessionPost = (path: string, body: Row['body'], status = 204, limit = byUser(rates.write)): Row => ({
  method: 'POST',
  path,
  access: 'session',
  limit,
  at: () => path,
  ...(body === undefined ? {} : { body }),
  status,
  cache: noStore,
})

const publicPost = (path: string, body: Row['body'], status: number, limit: Row['limit']): Row => ({
  ...sessionPost(path, body, status),
  access: 'public',
  limit,
})

/** The rows of each file here: a feature's table is found without being named. */
async function rowsOfFeatures(): Promise<Row[]> {
  const files = [...new Bun.Glob('*.ts').scanSync(import.meta.dir)].filter((file) => file !== 'all.ts').toSorted()
  const tables = await Promise.all(files.map(async (file): Promise<{ rows: readonly Row[] }> => import(`./${file}`)))
  return tables.flatMap(({ rows }) => rows)
}

/** Every product route there is, in the order of the rules in src/README.md and then of the features' tables. */
export const table: readonly Row[] = [
  {
    method: 'GET',
    path: '/api/handles/:handle/available',
    access: 'public',
    limit: byAddress(rates.handles),
    at: () => '/api/handles/somebody/available',
    status: 200,
    cache: noStore,
    malformed: { at: '/api/handles/No/available', status: 400 },
  },
  {
    method: 'GET',
    path: '/api/cassets/recent',
    access: 'public',
    limit: byUser(rates.read),
    at: () => '/api/cassets/recent?limit=3',
    status: 200,
    cache: noStore,
    malformed: { at: '/api/cassets/recent?limit=x', status: 400 },
  },
  {
    method: 'GET',
    path: '/api/casset/:slug/media',
    access: 'public',
    limit: byUser(rates.read),
    at: () => '/api/casset/nova/media',
    status: 200,
    cache: noStore,
    malformed: { at: '/api/casset/No!/media', status: 404 },
  },
  {
    method: 'PATCH',
    path: '/api/studio/casset/:id',
    access: 'owner',
    limit: byUser(rates.write),
    at: ({ nova }) => `/api/studio/casset/${nova.cassetId}`,
    body: () => ({ name: 'Other' }),
    status: 200,
    cache: noStore,
    malformed: { at: '/api/studio/casset/x', status: 404 },
    foreign: ({ nova }) => `/api/studio/casset/${nova.cassetId}`,
    absent: () => `/api/studio/casset/${nothing}`,
  },
  sessionPost('/api/casset/update-price', ({ nova }) => ({ cassetId: nova.cassetId, price: 500 }), 200),
  sessionPost('/api/auth/update-profile', () => ({ location: 'Vienna' }), 200),
  {
    method: 'GET',
    path: '/api/audio/:trackId',
    access: 'public',
    limit: byUser(rates.read),
    at: ({ dawn }) => `/api/audio/${dawn.id}`,
    status: 200,
    cache: noStore,
    malformed: { at: '/api/audio/x', status: 404 },
  },
  {
    method: 'GET',
    path: '/api/audio/waveform/:trackId',
    access: 'public',
    limit: byUser(rates.read),
    at: ({ dawn }) => `/api/audio/waveform/${dawn.id}`,
    status: 200,
    cache: 'private, max-age=3600',
    malformed: { at: '/api/audio/waveform/x', status: 404 },
  },
  sessionPost('/api/audio/token', ({ dawn }) => ({ trackId: dawn.id }), 201, byUser(rates.audioToken)),
  {
    ...publicPost(
      '/api/auth/signup',
      () => ({ email: 'eve@example.org', password, handle: 'eve', displayName: 'Eve' }),
      201,
      byAddress(rates.auth),
    ),
    isAlone: true,
  },
  publicPost('/api/auth/login', () => ({ email: 'nova@example.com', password }), 401, byAddress(rates.auth)),
  { ...publicPost('/api/auth/logout', undefined, 204, byUser(rates.write)), isAlone: true },
  {
    method: 'GET',
    path: '/api/auth/session',
    access: 'session',
    limit: byUser(rates.read),
    at: () => '/api/auth/session',
    status: 200,
    cache: noStore,
  },
  {
    method: 'GET',
    path: '/api/auth/sessions',
    access: 'session',
    limit: byUser(rates.read),
    at: () => '/api/auth/sessions',
    status: 200,
    cache: noStore,
    malformed: { at: '/api/auth/sessions?limit=x', status: 400 },
  },
  {
    method: 'GET',
    path: '/api/auth/activity',
    access: 'session',
    limit: byUser(rates.read),
    at: () => '/api/auth/activity',
    status: 200,
    cache: noStore,
    malformed: { at: '/api/auth/activity?limit=x', status: 400 },
  },
  {
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    access: 'session',
    limit: byUser(rates.write),
    at: ({ nova }) => `/api/auth/sessions/${nova.sessionId}`,
    status: 204,
    isAlone: true,
    cache: noStore,
    malformed: { at: '/api/auth/sessions/x', status: 404 },
    absent: ({ ada }) => `/api/auth/sessions/${ada.sessionId}`,
  },
  publicPost('/api/auth/password/forgot', () => ({ email: 'nova@example.com' }), 204, byUser(rates.write)),
  publicPost('/api/auth/password/reset', () => ({ token: 'x'.repeat(43), password }), 400, byUser(rates.write)),
  sessionPost('/api/auth/password/change', () => ({ currentPassword: password, password: `${password}!` }), 409),
  publicPost('/api/auth/email/verify', () => ({ token: 'x'.repeat(43) }), 400, byUser(rates.write)),
  sessionPost('/api/auth/email/send', undefined),
  sessionPost('/api/auth/setup', () => ({ token: 'x'.repeat(43) }), 400),
  {
    method: 'PATCH',
    path: '/api/studio/tracks/:id',
    access: 'owner',
    limit: byUser(rates.write),
    at: ({ dawn }) => `/api/studio/tracks/${dawn.id}`,
    body: () => ({ title: 'Other' }),
    status: 200,
    cache: noStore,
    malformed: { at: '/api/studio/tracks/x', status: 404 },
    foreign: ({ dawn }) => `/api/studio/tracks/${dawn.id}`,
    absent: () => `/api/studio/tracks/${nothing}`,
  },
  {
    method: 'DELETE',
    path: '/api/studio/tracks/:id',
    access: 'owner',
    limit: byUser(rates.write),
    at: ({ dawn }) => `/api/studio/tracks/${dawn.id}`,
    status: 204,
    cache: noStore,
    malformed: { at: '/api/studio/tracks/x', status: 404 },
    foreign: ({ dawn }) => `/api/studio/tracks/${dawn.id}`,
    absent: () => `/api/studio/tracks/${nothing}`,
  },
  {
    method: 'POST',
    path: '/api/studio/assets',
    access: 'session',
    limit: byUser(rates.upload),
    at: () => '/api/studio/assets',
    send: form('cover.png', async () => png(8, 8, () => [9, 90, 200])),
    status: 201,
    cache: noStore,
  },
  {
    method: 'GET',
    path: '/api/assets/:id/:file',
    access: 'public',
    limit: null,
    at: ({ picture }) => `/api/assets/${picture.id}/256.webp`,
    status: 200,
    cache: 'public, max-age=31536000, immutable',
    malformed: { at: '/api/assets/x/256.webp', status: 404 },
  },
  {
    ...sessionPost('/api/casset/:slug/tip', () => ({ amount: 100 }), 409),
    at: () => '/api/casset/nova/tip',
    malformed: { at: '/api/casset/No!/tip', status: 404 },
  },
  sessionPost('/api/checkout/payment-intent', () => ({ slug: 'nova' }), 409),
  {
    ...sessionPost(
      '/api/checkout/test/confirm',
      () => ({ paymentIntentId: 'pi_1', clientSecret: 's', card: testCard }),
      404,
    ),
    access: 'public',
  },
  sessionPost('/api/checkout/verify', () => ({ paymentIntentId: 'pi_1' }), 404),
  {
    method: 'GET',
    path: '/api/purchases/mine',
    access: 'session',
    limit: byUser(rates.read),
    at: () => '/api/purchases/mine',
    status: 200,
    cache: noStore,
    malformed: { at: '/api/purchases/mine?limit=x', status: 400 },
  },
  {
    method: 'POST',
    path: '/api/webhooks/stripe',
    access: 'signature',
    limit: null,
    at: () => '/api/webhooks/stripe',
    status: 503,
    cache: noStore,
  },
  ...(await rowsOfFeatures()),
]
