import type { Row } from '../contract.ts'

const write = { limit: { rate: { perMinute: 60 }, by: 'user' }, cache: 'no-store' } as const
const nothing = '0193b5a0-0000-7000-8000-000000000000'

const ofOne = {
  ...write,
  path: '/api/studio/emojis/:id',
  access: 'owner',
  at: ({ wave }) => `/api/studio/emojis/${wave.id}`,
  malformed: { at: '/api/studio/emojis/x', status: 404 },
  foreign: ({ wave }) => `/api/studio/emojis/${wave.id}`,
  absent: () => `/api/studio/emojis/${nothing}`,
} as const satisfies Partial<Row>

/** The routes of emoji. */
export const rows: readonly Row[] = [
  {
    ...write,
    method: 'POST',
    path: '/api/studio/emojis',
    access: 'session',
    at: () => '/api/studio/emojis',
    body: ({ sticker }) => ({ shortcode: 'other', assetId: sticker, price: 100 }),
    status: 201,
  },
  { ...ofOne, method: 'PATCH', body: () => ({ price: 300 }), status: 200 },
  { ...ofOne, method: 'DELETE', status: 204 },
  {
    ...write,
    method: 'POST',
    path: '/api/casset/:slug/emoji/purchase',
    access: 'session',
    at: () => '/api/casset/nova/emoji/purchase',
    body: ({ wave }) => ({ emojiId: wave.id }),
    status: 409,
    malformed: { at: '/api/casset/No!/emoji/purchase', status: 404 },
  },
  {
    method: 'GET',
    path: '/api/emojis/:file',
    access: 'public',
    limit: null,
    at: ({ wave }) => `/api/emojis/${wave.sha256}.png`,
    status: 200,
    cache: 'public, max-age=31536000, immutable',
    malformed: { at: '/api/emojis/x', status: 404 },
  },
]
