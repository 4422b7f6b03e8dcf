import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { orders } from '../../db/schema/order/order.ts'
import { addDispute, read, send } from '../support/earnings/dispute.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { addReport, listen, say, textOf } from '../support/room/room.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { collect, openShop } from '../support/shop/checkout.ts'
import { square, uploadPicture } from '../support/shop/emoji.ts'
import { cast, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

type Seen = { id: string; seller: { handle: string }; canAnswer: boolean }
const post = (svc: TestServer, { cookie }: Person, path: string, body: Record<string, unknown>) =>
  svc.call('POST', path, { cookie, body })

test('a dispute of what several artists sold is shown to each of them; its creator answers the bank', async () => {
  const { svc, nova, ada, hidden } = await openShop()
  await using _ = svc
  const ben = cast(svc.ctx, 'ben', { published: false })
  const { id: cassetId } = await makeCoCasset(svc, nova, 'duo', [ada])
  const body = { price: 1_000, published: true }
  await svc.call('PATCH', `/api/studio/casset/${cassetId}`, { cookie: nova.cookie, body })
  const { orderId } = await collect(svc, ben, undefined, { slug: 'duo' })
  const order = svc.ctx.db.select().from(orders).where(eq(orders.id, orderId)).get()
  if (!order) throw new Error('nothing was sold')
  const { id } = addDispute(svc, order)
  const seen = await Promise.all(
    [nova, ada, ben, hidden].map(async (who) => {
      const { disputes }: { disputes: Seen[] } = Object(await read(svc, who))
      const { text } = await svc.call('GET', '/studio/sales', { cookie: who.cookie })
      const words = ['Answer the bank', 'The artist who made this casset answers the bank.']
      return [disputes.map((each) => [each.seller.handle, each.canAnswer]), words.map((word) => text.includes(word))]
    }),
  )
  expect(seen).toEqual([
    [[['duo', true]], [true, false]],
    [[['duo', false]], [false, true]],
    [[], [false, false]],
    [[], [false, false]],
  ])
  expect((await send(svc, ada, id, { statement: 'x' })).status).toBe(403)
  expect(await read(svc, ada, `?cursor=${id}`)).toEqual({ disputes: [], nextCursor: null })
})

test('a co-casset has emoji, download codes and a room of its own, which its creator looks after', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const { id: cassetId } = await makeCoCasset(svc, nova, 'duo', [ada])
  await svc.call('PATCH', `/api/studio/casset/${cassetId}`, { cookie: nova.cookie, body: { published: true } })
  const assetId = await uploadPicture(svc, nova, square)
  const emoji = { shortcode: 'duo_wave', assetId, price: 0 }
  expect((await post(svc, nova, '/api/studio/emojis', { ...emoji, cassetId })).status).toBe(201)
  const [foreign, absent] = [ada.cassetId, '0193b5a0-0000-7000-8000-000000000000']
  const refused = [foreign, absent].map((id) => post(svc, nova, '/api/studio/emojis', { ...emoji, cassetId: id }))
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([403, 404])
  expect((await post(svc, ada, '/api/studio/emojis', { ...emoji, cassetId })).status).toBe(403)
  await using listening = await listen(svc, { cookie: ada.cookie, slug: 'duo' })
  expect(await listening.next()).toMatchObject({ event: 'hello', data: { listeners: 1, members: [{ handle: 'ada' }] } })
  expect((await say(svc, nova, 'hello :duo_wave:', {}, 'duo')).json).toMatchObject({
    comment: { emojiIds: [expect.any(String)] },
  })

  expect(await listening.next()).toMatchObject({ event: 'comment', data: { text: 'hello :duo_wave:' } })
  const menu = (await svc.call('GET', '/@duo/sideb', { cookie: nova.cookie })).text
  expect(menu).toContain('/studio/together/duo/room')

  for (const [label, id] of [
    ['shared', cassetId],
    ['own', nova.cassetId],
  ] as const) {
    expect((await post(svc, nova, '/api/studio/codes', { cassetId: id, label, count: 1 })).status).toBe(201)
  }
  const labels = async (query: string) => {
    const { json } = await svc.call('GET', `/api/studio/codes${query}`, { cookie: nova.cookie })
    return Object(json).batches.map(({ label }: { label: string }) => label)
  }
  expect([await labels(''), await labels(`?cassetId=${cassetId}`), await labels(`?cassetId=${foreign}`)]).toEqual([
    ['own', 'shared'],
    ['shared'],
    [],
  ])

  // A report says in which room it was, and leads there.
  addReport(svc, { cassetId }, ada, cast(svc.ctx, 'bea'))
  const { json } = await svc.call('GET', '/api/studio/reports', { cookie: nova.cookie })
  expect(Object(json).reports[0].casset).toEqual({ slug: 'duo', name: 'The duo' })
  const { text } = await svc.call('GET', '/studio/together/duo/room', { cookie: nova.cookie })
  expect(['/@duo/sideb', 'Something rude', 'href="/studio/together/duo"'].map((each) => text.includes(each))).toEqual([
    true,
    true,
    true,
  ])
})

test('members hear what is written in their room at once and after a gap; who leaves hears no more, others nothing', async () => {
  const svc = await sharedServer()
  const { nova, ada, hidden } = await world(svc)
  const ben = cast(svc.ctx, 'ben', { published: false })
  await makeCoCasset(svc, nova, 'duo', [ada, ben], { accepting: [ada] })
  const write = (text: string) => post(svc, nova, '/api/co-cassets/duo/room', { text })
  const path = '/api/co-cassets/duo/room/stream'
  await write('before')
  await using first = await listen(svc, { cookie: ada.cookie, path })
  expect(await first.next()).toMatchObject({ event: 'hello', data: { recent: [{ text: 'before' }] } })
  await write('one')
  const heard = await first.next()
  expect(heard).toMatchObject({ event: 'comment', data: { author: { handle: 'nova' }, text: 'one', hookId: null } })
  // Messages of another room come between: their numbers are not this room's.
  await makeCoCasset(svc, ada, 'other', [nova])
  await post(svc, ada, '/api/co-cassets/other/room', { text: 'elsewhere' })
  await write('two')
  expect(textOf(await first.next())).toBe('two')
  await using restarted = await startServer({ dataDir: svc.dataDir })
  for (const at of [svc, restarted]) {
    await using back = await listen(at, { cookie: nova.cookie, path, lastEventId: heard?.id })
    expect(await back.next()).toMatchObject({ event: 'hello', data: { recent: [] } })
    expect(textOf(await back.next())).toBe('two')
  }
  const status = async (person?: Person) => (await svc.call('HEAD', path, { cookie: person?.cookie })).status
  expect([await status(nova), await status(ben), await status(hidden), await status()]).toEqual([200, 404, 404, 401])
  await post(svc, ada, '/api/co-cassets/duo/leave', {})
  expect(await first.next()).toBeUndefined()
  expect(await status(ada)).toBe(404)
})
