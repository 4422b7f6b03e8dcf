import { expect, test } from 'bun:test'
import { orders } from '../../db/schema/order/order.ts'
import { forgetLetterOrders } from '../../src/audience/letter/page/letter-cookie.ts'
import { addToList, letterCall, letterOf, letterRow, sendNow, writeLetter } from '../support/audience/letter.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { startServer } from '../support/server.ts'
import { begin, confirm, settled } from '../support/shop/checkout.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

const env = { LETTERS_PER_MINUTE: '1000000', PAYMENTS: 'test' }

test('a letter stays as a page and in the feed if its artist likes, and can be taken away', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...env } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['bea@example.com'])
  const id = await writeLetter(svc, nova, {
    isPublic: true,
    body: 'Hello <b>you</b>.\n\n- *one*\n- [two](https://example.org)\n\n> said',
  })
  const status = async (path: string) => (await svc.call('GET', path, { headers: { accept: 'text/html' } })).status
  const page = '/@nova/letters/a-new-tape'
  expect([await status(page), await status('/@nova/letters')]).toEqual([404, 200])
  // No tape of the artist may have that address.
  const tape = { cookie: nova.cookie, body: { name: 'Letters', word: 'letters' } }
  expect((await svc.call('POST', '/api/studio/cassets', tape)).text).toContain('The site itself uses “letters”')
  await sendNow(svc, nova, id)
  const { revision } = await until(
    () => letterRow(svc),
    (row) => row.state === 'SENT',
  )
  const { text } = await svc.call('GET', page)
  expect(text).toContain('Hello &lt;b&gt;you&lt;/b&gt;.')
  const linked = async () => (await svc.call('GET', '/@nova')).text.includes('href="/@nova/letters"')
  expect(await linked()).toBeTrue()
  const list = (await svc.call('GET', '/@nova/letters')).text
  expect(list).toContain(`href="${page}"`)
  expect(list).toContain('Hello &lt;b>you&lt;/b>. one · two said<')
  expect((await svc.call('GET', '/@nova/feed.xml')).text).toContain(`${page}</link>`)
  expect(smtp.received[0]?.source.replaceAll('=\r\n', '')).toContain('Read it on the web')
  const hidden = await letterCall(svc, nova, 'PATCH', `/${id}`, { revision, isPublic: false })
  expect(letterOf(hidden)).toMatchObject({ isPublic: false, path: null })
  expect([await status(page), await linked()]).toEqual([404, false])
  expect((await svc.call('GET', '/@nova/feed.xml')).text).not.toContain('A new tape')
  // A hidden artist's letters are hidden too.
  await letterCall(svc, nova, 'PATCH', `/${id}`, { revision: revision + 1, isPublic: true })
  expect(await status(page)).toBe(200)
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private' WHERE id = ?", [nova.cassetId])
  expect([await status(page), await status('/@nova/letters')]).toEqual([404, 404])
})

test('a collect by a link of a letter counts once it is paid, for its own artist, and leaves no trace of the buyer', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...env } })
  const { nova, ada, draft } = await world(svc)
  addToList(svc, nova, ['bea@example.com'])
  const id = await writeLetter(svc, nova)
  expect((await svc.call('GET', `/@nova?letter=${id}`)).headers.get('set-cookie')).toBeNull()
  await sendNow(svc, nova, id)
  await until(
    () => letterRow(svc),
    (row) => row.state === 'SENT',
  )
  const cookie = (await svc.call('GET', `/@nova?letter=${id}`)).headers.get('set-cookie') ?? ''
  expect(cookie).toStartWith(`svc_letter=${id};`)
  const buyer = { ...ada, cookie: `${ada.cookie}; svc_letter=${id}` }
  const started = await begin(svc, buyer)
  expect(letterRow(svc).collects).toBe(0)
  await confirm(svc, buyer, started)
  await settled(svc)
  expect(svc.ctx.db.select().from(orders).get()?.state).toBe('PAID')
  expect(letterRow(svc).collects).toBe(1)
  const other = cast(svc.ctx, 'other', { priceMinor: 0 })
  await addReadyTrack(svc.ctx, other.cassetId, 'Other')
  const free = await svc.call('POST', '/api/checkout/payment-intent', { cookie: buyer.cookie, body: { slug: 'other' } })
  expect(free.status).toBe(200)
  expect(letterRow(svc).collects).toBe(1)
  const waiting = () => svc.ctx.db.$client.query('SELECT count(*) FROM letter_orders').values()
  expect(waiting()).toEqual([[0]])
  // An order that nobody paid is forgotten after a week.
  await begin(svc, { ...draft, cookie: `${draft.cookie}; svc_letter=${id}` })
  svc.tick(6 * 86_400_000)
  forgetLetterOrders(svc.ctx)
  expect(waiting()).toEqual([[1]])
  svc.tick(86_400_000)
  forgetLetterOrders(svc.ctx)
  expect(waiting()).toEqual([[0]])
})

test('a deleted artist’s letter that waits is never sent, and its page is gone', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, ...env } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['bea@example.com'])
  const id = await writeLetter(svc, nova, { isPublic: true })
  await letterCall(svc, nova, 'POST', `/${id}/schedule`, { zone: 'UTC' })
  const gone = await svc.call('POST', '/api/auth/account/delete', {
    cookie: nova.cookie,
    body: {},
  })
  expect([gone.status, gone.text]).toEqual([204, ''])
  svc.tick(61_000)
  await svc.ctx.jobs.idle()
  expect(smtp.received.filter(({ to }) => to[0] === 'bea@example.com')).toEqual([])
  await until(
    () => svc.ctx.db.$client.query('SELECT count(*) FROM letters').values(),
    ([row]) => row?.[0] === 0,
  )
})
