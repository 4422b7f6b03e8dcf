import { expect, test } from 'bun:test'
import { referralLinks } from '../db/schema/shop/referral.ts'
import { rowsOf } from './support/account/account.ts'
import { doctorOf } from './support/operate/doctor.ts'
import { type Folder, openFolder, seen } from './support/operate/modes.ts'
import type { TestServer } from './support/server.ts'
import { ask, begin, begun, collect, confirm, settled } from './support/shop/checkout.ts'
import { makeCodes, redeem } from './support/shop/code.ts'
import { putUp } from './support/shop/emoji.ts'

const html = { accept: 'text/html' }
const page = async (svc: TestServer, path: string, cookie: string) =>
  (await svc.call('GET', path, { cookie, headers: html })).text

/** Puts an emoji of nova's up, and returns its id. */
async function listEmoji(svc: TestServer, { nova }: Folder): Promise<string> {
  const { json } = await putUp(svc, nova)
  return String(Reflect.get(Object(Reflect.get(Object(json), 'emoji')), 'id'))
}

const askFor = (svc: TestServer, { ada: { cookie } }: Folder, what: string, body: Record<string, unknown>) =>
  svc.call('POST', `/api/casset/nova/${what}`, { cookie, body })

/**
 * Lets ada buy a casset, an emoji and give a tip at the test processor; returns the order of the
 * casset.
 */
async function buyEverything(svc: TestServer, folder: Folder): Promise<string> {
  const emojiId = await listEmoji(svc, folder)
  const { orderId } = await collect(svc, folder.ada)
  await confirm(svc, folder.ada, begun(await askFor(svc, folder, 'emoji/purchase', { emojiId })))
  await confirm(svc, folder.ada, begun(await askFor(svc, folder, 'tip', { amount: 500 })))
  await settled(svc)
  return orderId
}

const nothingSeen = {
  access: 'hook',
  download: 403,
  entitled: false,
  emoji: false,
  shelf: { plays: false, downloads: false, saysTestMoney: true },
  purchases: [['test', false]],
  sold: { count: 0, amount: { amount: 0, currency: 'usd' } },
  emojiSold: [0],
  sales: [],
  money: [],
  collects: 0,
  csvLines: 0,
}

test('a purchase at the test processor gives and counts for nothing in another mode, and again in its own', async () => {
  await using folder = await openFolder()
  const { during, ada } = folder
  const { orderId, before } = await during('test', async (svc) => {
    const orderId = await buyEverything(svc, folder)
    return { orderId, before: await seen(svc, folder) }
  })
  expect(before).toMatchObject({
    access: 'full',
    entitled: true,
    emoji: true,
    shelf: { plays: true, downloads: true, saysTestMoney: false },
    purchases: [['test', true]],
    sold: { count: 1, amount: { amount: 700, currency: 'usd' } },
    emojiSold: [1],
    sales: ['tip', 'emoji', 'casset'],
    collects: 1,
    csvLines: 6,
  })
  for (const mode of ['live', 'test-key'] as const) {
    await during(mode, async (svc) => {
      expect([mode, await seen(svc, folder)]).toEqual([mode, nothingSeen])
      const receipt = await page(svc, `/receipt/${orderId}`, ada.cookie)
      expect(receipt).toContain('Test purchase: not valid here now.')
      expect(await page(svc, '/receipts', ada.cookie)).toContain('not valid now')
      expect(await doctorOf(folder.path, folder.settings[mode], 'modes')).toEqual({
        name: 'modes',
        ok: true,
        note: '3 orders paid at the test processor: not counted in the current payment mode',
      })
      for (const name of ['ledger', 'reconciling', 'jobs']) {
        expect(await doctorOf(folder.path, folder.settings[mode], name)).toMatchObject({ name, ok: true })
      }
    })
  }
  await during('test', async (svc) => {
    expect(await seen(svc, folder)).toEqual(before)
    expect(await page(svc, `/receipt/${orderId}`, ada.cookie)).toContain('TEST: no real money has moved')
    expect(await doctorOf(folder.path, folder.settings.test, 'modes')).toEqual({ name: 'modes', ok: true })
  })
})

test('somebody who tried to buy buys for real afterwards, and neither purchase touches the other', async () => {
  await using folder = await openFolder()
  const { during, nova, ada, draft, collectAtStripe } = folder
  const referral = 'abcd1234'
  const { emojiId, wantEmoji } = await during('test', async (svc) => {
    const link = { code: referral, userId: draft.userId, cassetId: nova.cassetId, createdAt: 0 }
    svc.ctx.db.insert(referralLinks).values(link).run()
    await collect(svc, ada, undefined, { slug: 'nova', referralCode: referral })
    expect((await ask(svc, ada)).status).toBe(409)
    const emojiId = await listEmoji(svc, folder)
    const wantEmoji = (at: TestServer) => askFor(at, folder, 'emoji/purchase', { emojiId })
    await confirm(svc, ada, begun(await wantEmoji(svc)))
    await settled(svc)
    return { emojiId, wantEmoji }
  })
  const paid = await during('live', async (svc) => {
    expect(await seen(svc, folder)).toMatchObject({ emoji: false, emojiSold: [0] })
    await folder.payAtStripe(svc, 'live', ada, begun(await wantEmoji(svc)))
    expect(await seen(svc, folder)).toMatchObject({ emoji: true, emojiSold: [1] })
    expect((await wantEmoji(svc)).status).toBe(409)
    const held = svc.ctx.db.$client.query('SELECT emoji_id, mode FROM emoji_purchases ORDER BY mode').values()
    expect(held).toEqual([
      [emojiId, 'live'],
      [emojiId, 'test'],
    ])
    const started = await begin(svc, ada, { slug: 'nova', referralCode: referral })
    expect((await folder.payAtStripe(svc, 'live', ada, started)).json).toMatchObject({
      entitled: true,
      purchase: { mode: 'live', entitles: true },
    })
    expect((await ask(svc, ada)).status).toBe(409)
    const found = await seen(svc, folder)
    expect(found).toMatchObject({
      access: 'full',
      shelf: { plays: true, downloads: true, saysTestMoney: true },
      purchases: [
        ['live', true],
        ['test', false],
      ],
      sold: { count: 1, amount: { amount: 700, currency: 'usd' } },
      sales: ['casset', 'emoji'],
      collects: 1,
      csvLines: 4,
    })
    expect(await page(svc, '/library', ada.cookie)).not.toContain('Buy it')
    const bought = svc.ctx.db.$client.query('SELECT id FROM purchases ORDER BY mode').values().flat()
    const lists = bought.map(async (id) => svc.call('GET', `/api/purchases/${id}/tracks`, { cookie: ada.cookie }))
    expect((await Promise.all(lists)).map(({ status }) => status)).toEqual([200, 409])
    const credits = svc.ctx.db.$client.query('SELECT mode, ended_at FROM referral_credits ORDER BY mode').values()
    expect(credits).toEqual([
      ['live', null],
      ['test', null],
    ])
    const refund = { cookie: nova.cookie, body: {} }
    expect((await svc.call('POST', `/api/studio/sales/${started.orderId}/refund`, refund)).status).toBe(200)
    expect(await seen(svc, folder)).toMatchObject({
      access: 'hook',
      purchases: [
        ['live', false],
        ['test', false],
      ],
      collects: 0,
    })
    return started
  })
  await during('test', async (svc) => {
    expect(await seen(svc, folder)).toMatchObject({
      access: 'full',
      collects: 1,
      sales: ['emoji', 'casset'],
      csvLines: 4,
    })
    const { status, json } = await svc.call('POST', `/api/studio/sales/${paid.orderId}/refund`, {
      cookie: nova.cookie,
      body: {},
    })
    expect([status, json]).toMatchObject([409, { error: expect.stringContaining('in another payment mode') }])
    const verify = { cookie: ada.cookie, body: { paymentIntentId: paid.paymentIntentId } }
    expect((await svc.call('POST', '/api/checkout/verify', verify)).status).toBe(409)
  })
  await during('live', async (svc) => {
    await collectAtStripe(svc, 'live', ada)
    expect(await seen(svc, folder)).toMatchObject({ access: 'full', collects: 1, sales: ['casset', 'casset', 'emoji'] })
  })
})

test('a test key has a mode of its own, and what was sold for real waits while the test processor is tried', async () => {
  await using folder = await openFolder()
  const { during, ada, collectAtStripe } = folder
  const orderId = await during('live', async (svc) => (await collectAtStripe(svc, 'live', ada)).orderId)
  const before = await during('live', (svc) => seen(svc, folder))
  expect(before).toMatchObject({ access: 'full', money: [[650, 650]], csvLines: 2 })
  // After payments are switched off, what was sold stays sold.
  expect(await during('off', (svc) => seen(svc, folder))).toEqual(before)
  await during('test-key', async (svc) => {
    expect(await seen(svc, folder)).toMatchObject({ access: 'hook', purchases: [['live', false]], money: [] })
    const words = 'Paid with real money: not valid while this site takes test payments.'
    expect(await page(svc, `/receipt/${orderId}`, ada.cookie)).toContain(words)
    expect(await page(svc, '/library', ada.cookie)).toContain(words)
    await collectAtStripe(svc, 'test-key', ada)
    expect(await seen(svc, folder)).toMatchObject({ access: 'full', money: [[650, 650]], collects: 1, csvLines: 2 })
    const { note } = (await doctorOf(folder.path, folder.settings['test-key'], 'modes')) ?? {}
    expect(note).toBe('1 order paid with real money: not counted in the current payment mode')
    expect(await doctorOf(folder.path, folder.settings['test-key'], 'reconciling')).toMatchObject({ ok: true })
  })
  await during('test', async (svc) => {
    await collect(svc, ada)
    expect(await seen(svc, folder)).toMatchObject({ access: 'full', collects: 1 })
    const { note } = (await doctorOf(folder.path, folder.settings.test, 'modes')) ?? {}
    expect(note).toBe(
      '1 order paid with real money and 1 order paid with a test key of Stripe: not counted in the current payment mode',
    )
    expect(
      rowsOf(svc, 'ledger_accounts')
        .map((row) => Reflect.get(Object(row), 'mode'))
        .toSorted(),
    ).toEqual(['live', 'test', 'test-key'].flatMap((mode) => [mode, mode, mode]))
  })
  const { purchases: _, shelf: __, ...figures } = before
  expect(await during('live', (svc) => seen(svc, folder))).toMatchObject(figures)
})

test('a free casset counts in every mode', async () => {
  await using folder = await openFolder()
  const { during, nova, ada } = folder
  const code = await during('test', async (svc) => {
    const { codes } = await makeCodes(svc, nova)
    await redeem(svc, ada, codes[0] ?? '')
    return codes[1] ?? ''
  })
  for (const mode of ['test', 'live', 'test-key', 'off'] as const) {
    await during(mode, async (svc) => {
      expect([mode, await seen(svc, folder)]).toMatchObject([
        mode,
        { access: 'full', purchases: [['free', true]], collects: 1, sold: { count: 1 }, sales: [] },
      ])
      expect((await redeem(svc, ada, code)).status).toBe(409)
    })
  }
})

test('a gift taken while a purchase of another mode does not count lets neither end the other', async () => {
  await using folder = await openFolder()
  const { during, nova, ada, collectAtStripe } = folder
  const { orderId } = await during('live', (svc) => collectAtStripe(svc, 'live', ada))
  await during('test', async (svc) => {
    expect((await redeem(svc, ada, (await makeCodes(svc, nova)).first)).status).toBe(200)
  })
  await during('live', async (svc) => {
    expect((await seen(svc, folder)).purchases).toEqual([
      ['free', true],
      ['live', true],
    ])
    const refund = { cookie: nova.cookie, body: {} }
    expect((await svc.call('POST', `/api/studio/sales/${orderId}/refund`, refund)).status).toBe(200)
    expect(await seen(svc, folder)).toMatchObject({
      access: 'full',
      purchases: [
        ['free', true],
        ['live', false],
      ],
    })
  })
})
