import type { Row } from '../contract.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const ofOne = {
  at: ({ wave }) => `/api/studio/emojis/${wave.id}`,
  malformed: { at: '/api/studio/emojis/x', status: 404 },
  foreign: ({ wave }) => `/api/studio/emojis/${wave.id}`,
  absent: () => `/api/studio/emojis/${nothing}`,
} as const satisfies Partial<Row>

export const rows: readonly Row[] = [
  {
    route: 'POST /api/studio/emojis',
    body: ({ sticker }) => ({ shortcode: 'other', assetId: sticker, price: 100 }),
    status: 201,
  },
  { route: 'PATCH /api/studio/emojis/:id', ...ofOne, body: () => ({ price: 300 }) },
  { route: 'DELETE /api/studio/emojis/:id', ...ofOne, status: 204 },
  {
    route: 'POST /api/casset/:slug/emoji/purchase',
    at: () => '/api/casset/nova/emoji/purchase',
    body: ({ wave }) => ({ emojiId: wave.id }),
    status: 409,
    malformed: { at: '/api/casset/No!/emoji/purchase', status: 404 },
  },
  {
    route: 'GET /api/emojis/:file',
    at: ({ wave }) => `/api/emojis/${wave.sha256}.png`,
    cache: 'public, max-age=31536000, immutable',
    malformed: { at: '/api/emojis/x', status: 404 },
  },
]
