import { expect, test } from 'bun:test'
import { cassets } from '../../db/schema/casset/casset.ts'
import { rowsOf } from '../support/account/account.ts'
import { fixture, keptFiles } from '../support/casset/upload.ts'
import { png } from '../support/platform/picture.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addEmoji, emojiOf, putUp, seenBy, square, uploadPicture } from '../support/shop/emoji.ts'
import { type Person, world } from '../support/world.ts'

const opened = shareNames()

const change = (svc: TestServer, { cookie }: Person, method: string, id: string, body?: unknown) =>
  svc.call(method, `/api/studio/emojis/${id}`, { cookie, ...(body === undefined ? {} : { body }) })

test('a picture is put up as an emoji, and everybody sees it with its price', async () => {
  const svc = await opened()
  const { nova, ada } = await world(svc)
  const answer = await putUp(svc, nova)
  const { id, url } = emojiOf(answer)
  const price = { amount: 200, currency: 'usd' }
  const emoji = { id, shortcode: 'wave', url, price, sold: 0, createdAt: expect.any(String) }
  expect([answer.status, answer.json]).toEqual([201, { emoji }])
  expect(url).toMatch(/^\/api\/emojis\/[0-9a-f]{64}\.png$/)
  const shown = { id, shortcode: 'wave', url, price }
  expect(await seenBy(svc)).toEqual([{ ...shown, owned: false }])
  expect(await seenBy(svc, ada)).toEqual([{ ...shown, owned: false }])
  expect(await seenBy(svc, nova)).toEqual([{ ...shown, owned: true }])
  expect(await seenBy(svc, ada, 'ada')).toEqual([])
})

test('its picture is served to anybody for ever, as what it is, and nothing else answers to a hash', async () => {
  const svc = await opened()
  const { nova, dawn } = await world(svc)
  const { url } = emojiOf(await putUp(svc, nova))
  const { status, headers } = await svc.call('GET', url)
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('etag')).toBe(`"${url.slice(-68, -4)}"`)
  const others = [url.replace('.png', '.gif'), url.replace('.png', ''), `${url}.png`, `/api/emojis/${dawn.sha256}.png`]
  for (const other of others) {
    const refused = await svc.call('GET', other)
    expect([other, refused.status, refused.json]).toEqual([
      other,
      404,
      { error: 'There is no such picture.', code: 'NOT_FOUND' },
    ])
  }
})

test('the price and name of an emoji are changed, for those still to come', async () => {
  const svc = await opened()
  const { nova } = await world(svc)
  const { id } = emojiOf(await putUp(svc, nova))
  const answer = await change(svc, nova, 'PATCH', id, { shortcode: 'big_wave', price: 0 })
  expect([answer.status, answer.json]).toMatchObject([
    200,
    { emoji: { id, shortcode: 'big_wave', price: { amount: 0, currency: 'usd' } } },
  ])
  expect(await seenBy(svc)).toMatchObject([{ shortcode: 'big_wave', price: { amount: 0 } }])
  expect((await change(svc, nova, 'PATCH', id, { shortcode: 'big_wave' })).status).toBe(200)
})

test('two emoji on offer are never called the same, and a withdrawn one gives its name back', async () => {
  const svc = await opened()
  const { nova, ada } = await world(svc)
  const first = emojiOf(await putUp(svc, nova))
  const taken = { error: 'You already have an emoji called :wave:.', code: 'BAD_STATE', field: 'shortcode' }
  const again = await putUp(svc, nova)
  expect([again.status, again.json]).toEqual([409, taken])
  const other = emojiOf(await putUp(svc, nova, square, { shortcode: 'other' }))
  const renamed = await change(svc, nova, 'PATCH', other.id, { shortcode: 'wave' })
  expect([renamed.status, renamed.json]).toEqual([409, taken])
  expect((await putUp(svc, ada)).status).toBe(201)
  expect((await change(svc, nova, 'DELETE', first.id)).status).toBe(204)
  expect((await putUp(svc, nova)).status).toBe(201)
})

test('an emoji that nobody ordered is gone with its picture when it is withdrawn', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const blue = png(16, 16, () => [20, 60, 200])
  await uploadPicture(svc, nova, blue)
  const before = keptFiles(svc.dataDir)
  const { id, url } = emojiOf(await putUp(svc, nova, blue))
  expect(keptFiles(svc.dataDir)).toHaveLength(before.length + 1)
  expect((await change(svc, nova, 'DELETE', id)).status).toBe(204)
  await svc.ctx.jobs.idle()
  expect(keptFiles(svc.dataDir)).toEqual(before)
  expect([(await svc.call('GET', url)).status, await seenBy(svc), rowsOf(svc, 'emojis')]).toEqual([404, [], []])
  expect((await change(svc, nova, 'DELETE', id)).status).toBe(404)
  const kept = emojiOf(await putUp(svc, nova))
  await addEmoji(svc, ada)
  await change(svc, nova, 'DELETE', kept.id)
  await svc.ctx.jobs.idle()
  expect((await svc.call('GET', kept.url)).status).toBe(404)
})

test('nobody changes what is another’s, and nothing changes', async () => {
  const svc = await opened()
  const { nova, ada } = await world(svc)
  const { id } = await addEmoji(svc, nova)
  const before = rowsOf(svc, 'emojis')
  for (const [method, body] of [['PATCH', { price: 0 }], ['DELETE']] as const) {
    const { status, json } = await change(svc, ada, method, id, body)
    expect([status, json]).toMatchObject([403, { code: 'FORBIDDEN' }])
    expect((await change(svc, ada, method, svc.ctx.uuid(), body)).status).toBe(404)
    expect((await svc.call(method, `/api/studio/emojis/${id}`, body ? { body } : {})).status).toBe(401)
  }
  const assetId = await uploadPicture(svc, nova, square)
  const body = { shortcode: 'mine', assetId, price: 0 }
  const foreign = await svc.call('POST', '/api/studio/emojis', { cookie: ada.cookie, body })
  expect([foreign.status, foreign.json]).toMatchObject([400, { code: 'VALIDATION', field: 'assetId' }])
  expect(rowsOf(svc, 'emojis')).toEqual(before)
})

test('a wrong shortcode, price or key is refused at its field', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const assetId = await uploadPicture(svc, nova, square)
  for (const [said, field] of [
    [{ shortcode: 'a' }, 'shortcode'],
    [{ shortcode: 'a'.repeat(33) }, 'shortcode'],
    [{ shortcode: 'Wave' }, 'shortcode'],
    [{ shortcode: 'wa-ve' }, 'shortcode'],
    [{ shortcode: 'wave\n' }, 'shortcode'],
    [{ shortcode: '__proto__' }, 'shortcode'],
    [{ shortcode: 'wävé' }, 'shortcode'],
    [{ price: 49 }, 'price'],
    [{ price: -50 }, 'price'],
    [{ price: 1_000_001 }, 'price'],
    [{ price: 99.5 }, 'price'],
    [{ price: '200' }, 'price'],
    [{ assetId: 'x' }, 'assetId'],
    [{ withdrawn: true }, 'withdrawn'],
  ] as const) {
    const body = { shortcode: 'wave', assetId, price: 200, ...said }
    const { status, json } = await svc.call('POST', '/api/studio/emojis', { cookie: nova.cookie, body })
    expect([said, status, json]).toMatchObject([said, 400, { code: 'VALIDATION', field }])
  }
  expect(rowsOf(svc, 'emojis')).toEqual([])
})

test('a casset has 100 emoji at most', async () => {
  const svc = await opened()
  const { nova } = await world(svc)
  for (let n = 0; n < 99; n += 1) await addEmoji(svc, nova, `emoji_${n}`)
  await addEmoji(svc, nova, 'long_gone', { withdrawnAt: svc.ctx.now() })
  expect((await putUp(svc, nova, square, { shortcode: 'last' })).status).toBe(201)
  const more = await putUp(svc, nova, square, { shortcode: 'more' })
  expect([more.status, more.json]).toEqual([
    409,
    { error: 'A casset can have at most 100 emoji.', code: 'BAD_STATE', hint: 'Stop selling one first.' },
  ])
})

test('a second maker who is late by a moment is told so: the same name, and one emoji too many', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const pair = async (...names: [string, string]) => {
    const answers = await Promise.all(names.map((shortcode) => putUp(svc, nova, square, { shortcode })))
    return answers.map(({ status }) => status).toSorted()
  }
  expect(await pair('wave', 'wave')).toEqual([201, 409])
  for (let n = 0; n < 98; n += 1) await addEmoji(svc, nova, `emoji_${n}`)
  expect(await pair('last', 'more')).toEqual([201, 409])
  expect(rowsOf(svc, 'emojis')).toHaveLength(100)
})

test('an emoji that cannot be written down leaves no file, and takes away none that another shows', async () => {
  const svc = await opened()
  const { nova, ada } = await world(svc)
  const blue = png(16, 16, () => [20, 60, 200])
  const first = emojiOf(await putUp(svc, nova, blue))
  for (const person of [ada, nova]) await uploadPicture(svc, person, square)
  const before = keptFiles(svc.dataDir)
  svc.ctx.db.$client.run("CREATE TRIGGER full BEFORE INSERT ON emojis BEGIN SELECT RAISE(ABORT, 'no room'); END")
  for (const picture of [blue, square]) expect((await putUp(svc, ada, picture)).status).toBe(500)
  svc.ctx.db.$client.run('DROP TRIGGER full')
  // Ada's own copy of the blue picture is an asset of hers; it has the same bytes as nova's.
  expect(keptFiles(svc.dataDir)).toEqual(before)
  expect((await svc.call('GET', first.url)).status).toBe(200)
})

test('a picture stays as long as one emoji shows it', async () => {
  const svc = await opened()
  const { nova, ada } = await world(svc)
  const [first, second] = [emojiOf(await putUp(svc, nova)), emojiOf(await putUp(svc, ada))]
  expect(first.url).toBe(second.url)
  expect((await change(svc, nova, 'DELETE', first.id)).status).toBe(204)
  await svc.ctx.jobs.idle()
  const shown = await svc.fetch(second.url)
  expect([shown.status, (await new Bun.Image(await shown.bytes()).metadata()).width]).toEqual([200, 32])
})

test('a private casset hides its emoji with itself, and a moving picture keeps moving', async () => {
  const svc = await opened()
  const { nova } = await world(svc)
  for (const [name, type] of [
    ['bounce.webp', 'image/webp'],
    ['bounce.gif', 'image/gif'],
  ] as const) {
    const answer = await putUp(svc, nova, await fixture(name), { shortcode: name.replace('.', '_') })
    expect([name, answer.status]).toEqual([name, 201])
    const picture = await svc.fetch(emojiOf(answer).url)
    expect(picture.headers.get('content-type')).toBe(type)
    expect((await picture.bytes()).length).toBeGreaterThan(500)
  }
  svc.ctx.db.update(cassets).set({ privacy: 'private' }).run()
  expect((await svc.call('GET', '/api/casset/nova/media')).status).toBe(404)
})
