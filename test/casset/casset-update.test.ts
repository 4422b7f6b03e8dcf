import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { assets } from '../../db/schema/platform/asset.ts'
import { addPicture, cassetRow, patchCasset } from '../support/casset/casset.ts'
import { shareNames } from '../support/shared.ts'
import { world } from '../support/world.ts'

const sharedServer = shareNames()

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

test('PATCH changes every key it names and nothing else', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const cover = addPicture(svc, nova)
  const before = cassetRow(svc, nova.cassetId)
  const tokens = { background: '#ffffff', surface: '#F0f0F0', text: '#111111', accent: '#aa3366' }
  const changes = [
    [{ name: 'Second Light' }, { name: 'Second Light' }],
    [{ price: 0 }, { priceMinor: 0 }],
    [{ themeTokens: tokens }, { themeTokens: tokens }],
    [{ cassetBackgroundSource: 'image' }, { backgroundSource: 'image' }],
    [{ backgroundAssetId: cover.id }, { backgroundAssetId: cover.id }],
    [{ profilePatternId: 'paint-fog' }, { patternId: 'paint-fog' }],
    [{ footerTheme: 'cover' }, { footerTheme: 'cover' }],
    [{ privacy: 'unlisted' }, { privacy: 'unlisted' }],
    [{ published: false }, { published: false }],
    [{ coverAssetId: cover.id }, { coverAssetId: cover.id }],
  ] as const
  let expected = { ...before, revision: 1 }
  for (const [body, columns] of changes) {
    const answer = await patchCasset(svc, nova, body)
    expect([body, answer.status]).toEqual([body, 200])
    expected = { ...expected, ...columns, revision: expected.revision + 1 }
    expect(cassetRow(svc, nova.cassetId)).toEqual(expect.objectContaining(expected))
  }
  const variant = (width: number) => ({ url: `/api/assets/${cover.id}/${width}.webp`, width, type: 'image/webp' })
  const shown = await patchCasset(svc, nova, {})
  expect(shown.json).toEqual({
    casset: {
      id: nova.cassetId,
      slug: 'nova',
      name: 'Second Light',
      price: { amount: 0, currency: 'usd' },
      published: false,
      privacy: 'unlisted',
      publishedAt: iso(before?.publishedAt ?? null),
    },
    theme: {
      tokens,
      cassetBackgroundSource: 'image',
      backgroundUrl: expect.stringMatching(/\/1280\.webp$/),
      footerTheme: 'cover',
    },
    texture: { profilePatternId: 'paint-fog' },
    opening: {},
    cover: {
      url: `/api/assets/${cover.id}/640.webp`,
      variants: [variant(128), variant(256), variant(400), variant(640), variant(1280)],
      color: '#2b7a55',
    },
  })
  expect(shown.headers.get('cache-control')).toBe('no-store')
  const cleared = await patchCasset(svc, nova, { coverAssetId: null, backgroundAssetId: null, themeTokens: {} })
  expect(cleared.json).toMatchObject({ cover: null, theme: { tokens: {} } })
  expect(cassetRow(svc, nova.cassetId)).toMatchObject({ coverAssetId: null, backgroundAssetId: null })
})

test('every allowed value is taken', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const allowed = {
    profilePatternId: ['none', 'soft-grain', 'paper-fiber', 'halftone', 'scanlines', 'paint-fog'],
    cassetBackgroundSource: ['none', 'cover', 'color', 'image'],
    footerTheme: ['auto', 'light', 'dark', 'cover'],
    privacy: ['public', 'unlisted', 'private'],
    price: [0, 50, 51, 700, 1_000_000],
  }
  for (const [key, values] of Object.entries(allowed)) {
    for (const value of values) {
      const answer = await patchCasset(svc, nova, { [key]: value })
      expect([key, value, answer.status]).toEqual([key, value, 200])
    }
  }
})

const refusals: [body: string, field: string | undefined][] = [
  ...[
    '1',
    '49',
    '1000001',
    '-1',
    '-50',
    '1.5',
    '50.0001',
    '"700"',
    '"7"',
    'null',
    'true',
    '[700]',
    '{"amount":700}',
    '1e400',
    '1e16',
  ].map((price): [string, string] => [`{"price":${price}}`, 'price']),
  ...[
    '""',
    '"   "',
    '"\\u200b"',
    'null',
    '7',
    '["x"]',
    '"\\ud800"',
    JSON.stringify('x'.repeat(121)),
    JSON.stringify('🎧'.repeat(121)),
  ].map((name): [string, string] => [`{"name":${name}}`, 'name']),
  ['{"themeTokens":{"accent":"red"}}', 'themeTokens.accent'],
  ['{"themeTokens":{"accent":"#fff"}}', 'themeTokens.accent'],
  ['{"themeTokens":{"accent":"#ffffff;}body{display:none"}}', 'themeTokens.accent'],
  ['{"themeTokens":{"accent":"#ffffff\\n"}}', 'themeTokens.accent'],
  ['{"themeTokens":{"accent":null}}', 'themeTokens.accent'],
  ['{"themeTokens":{"glow":"#ffffff"}}', 'themeTokens.glow'],
  ['{"themeTokens":[]}', 'themeTokens'],
  ['{"themeTokens":null}', 'themeTokens'],
  ['{"cassetBackgroundSource":"video"}', 'cassetBackgroundSource'],
  ['{"profilePatternId":"soft_grain"}', 'profilePatternId'],
  ['{"footerTheme":"AUTO"}', 'footerTheme'],
  ['{"privacy":"secret"}', 'privacy'],
  ['{"privacy":null}', 'privacy'],
  ['{"published":"true"}', 'published'],
  ['{"published":1}', 'published'],
  ['{"coverAssetId":"nope"}', 'coverAssetId'],
  ['{"coverAssetId":7}', 'coverAssetId'],
  ['{"coverAssetId":""}', 'coverAssetId'],
  ['{"backgroundAssetId":"0193b5a0-0000-7000-8000-000000000000"}', 'backgroundAssetId'],
  ['{"name":"Taken","slug":"other"}', 'slug'],
  ['{"name":"Taken","id":"x"}', 'id'],
  ['{"name":"Taken","revision":9}', 'revision'],
  ['{"name":"Taken","__proto__":{"x":1}}', '__proto__'],
  ['{"name":"Taken","constructor":1}', 'constructor'],
  ['[]', undefined],
  ['"name"', undefined],
]

test('a refused PATCH names its field and leaves everything as it was, page and prepared answers too', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const before = cassetRow(svc, nova.cassetId)
  const headers = { 'content-type': 'application/json', cookie: nova.cookie }
  for (const [body, field] of refusals) {
    svc.tick(2_000)
    const response = await svc.fetch(`/api/studio/casset/${nova.cassetId}`, { method: 'PATCH', body, headers })
    const json: unknown = await response.json()
    expect([body, response.status, json]).toEqual([
      body,
      400,
      expect.objectContaining({ error: expect.any(String), code: 'VALIDATION', ...(field ? { field } : {}) }),
    ])
    expect([body, cassetRow(svc, nova.cassetId)]).toEqual([body, before])
  }
})

test('a name has 1 to 120 characters, counted as people count them', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  for (const name of ['x', '🎧'.repeat(120), 'é'.repeat(120), '夜'.repeat(120)]) {
    expect((await patchCasset(svc, nova, { name })).json).toHaveProperty('casset.name', name)
  }
  expect((await patchCasset(svc, nova, { name: '🎧'.repeat(121) })).json).toMatchObject({
    code: 'VALIDATION',
    field: 'name',
  })
  expect((await patchCasset(svc, nova, { name: '  Late\u202e\nLight ' })).json).toHaveProperty(
    'casset.name',
    'Late Light',
  )
})

test('text that cannot be read on its background is refused with the ratio', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const before = cassetRow(svc, nova.cassetId)
  const faint = await patchCasset(svc, nova, { name: 'Other', themeTokens: { background: '#ffffff', text: '#777777' } })
  expect([faint.status, faint.json]).toEqual([
    400,
    {
      error: 'This text cannot be read on this background.',
      code: 'VALIDATION',
      field: 'themeTokens.text',
      hint: 'Text on background has a contrast of 4.48:1; it needs 4.5:1 to be readable.',
    },
  ])
  expect(cassetRow(svc, nova.cassetId)).toEqual(before)
  expect((await patchCasset(svc, nova, { themeTokens: { background: '#ffffff', text: '#767676' } })).status).toBe(200)
})

test('theme tokens are replaced as a whole, so what they were no longer counts', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  await patchCasset(svc, nova, { themeTokens: { background: '#000000', text: '#ffffff' } })
  const dark = await patchCasset(svc, nova, { themeTokens: { text: '#111111', accent: '#ffaa00' } })
  expect([dark.status, dark.json]).toEqual([
    200,
    expect.objectContaining({
      theme: {
        tokens: { text: '#111111', accent: '#ffaa00' },
        cassetBackgroundSource: 'none',
        backgroundUrl: null,
        footerTheme: 'auto',
      },
    }),
  ])
})

test('an ETag that no longer fits is 409 and changes nothing', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const first = await patchCasset(svc, nova, { name: 'One' })
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"[^"]+"$/)
  const second = await patchCasset(svc, nova, { name: 'Two' }, { 'if-match': tag })
  expect([second.status, second.headers.get('etag') === tag]).toEqual([200, false])
  const stale = await patchCasset(svc, nova, { name: 'Three' }, { 'if-match': tag })
  expect([stale.status, stale.json]).toEqual([
    409,
    {
      error: 'The casset was changed in the meantime.',
      code: 'BAD_STATE',
      field: 'If-Match',
      hint: 'Load the page again, then make your change.',
    },
  ])
  for (const wrong of ['"x"', 'x', '', `W/${second.headers.get('etag')}`]) {
    expect([wrong, (await patchCasset(svc, nova, { name: 'Four' }, { 'if-match': wrong })).status]).toEqual([
      wrong,
      409,
    ])
  }
  expect(cassetRow(svc, nova.cassetId)?.name).toBe('Two')
  for (const fits of ['*', `"x", ${second.headers.get('etag')}`]) {
    expect([fits, (await patchCasset(svc, nova, {}, { 'if-match': fits })).status]).toEqual([fits, 200])
    svc.ctx.db.update(cassets).set({ revision: 3 }).run()
  }
})

test('a field that is wrong is named before an ETag is looked at', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const wrong = [
    [{ coverAssetId: nova.cassetId }, 'coverAssetId'],
    [{ price: 1 }, 'price'],
    [{ name: '\u200b' }, 'name'],
    [{ themeTokens: { background: '#ffffff', text: '#eeeeee' } }, 'themeTokens.text'],
  ] as const
  for (const [patch, field] of wrong) {
    const { status, json } = await patchCasset(svc, nova, patch, { 'if-match': '"old"' })
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 'VALIDATION', field })])
  }
})

test('a picture of somebody else, a zip of stems and a picture that is not there are all refused alike', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const foreign = addPicture(svc, ada)
  const stems = addPicture(svc, nova)
  svc.ctx.db.update(assets).set({ kind: 'stems' }).where(eq(assets.id, stems.id)).run()
  for (const id of [foreign.id, stems.id, svc.ctx.uuid(), 'nope', '']) {
    for (const field of ['coverAssetId', 'backgroundAssetId']) {
      const answer = await patchCasset(svc, nova, { [field]: id })
      expect([answer.status, answer.json]).toEqual([
        400,
        { error: `"${field}" is not one of your uploaded pictures.`, code: 'VALIDATION', field },
      ])
    }
    const body = { pfpAssetId: id }
    const { status, json } = await svc.call('POST', '/api/auth/update-profile', { cookie: nova.cookie, body })
    const error = '"pfpAssetId" is not one of your uploaded pictures.'
    expect([status, json]).toEqual([400, { error, code: 'VALIDATION', field: 'pfpAssetId' }])
  }
})
