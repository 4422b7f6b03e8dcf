import { expect, test } from 'bun:test'
import { doctorOf } from '../support/operate/doctor.ts'
import type { TestServer } from '../support/server.ts'
import { begin, card, collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast } from '../support/world.ts'

const dayMs = 86_400_000

const said = (svc: TestServer, how: { fix?: boolean; all?: boolean } = {}) =>
  doctorOf(svc.dataDir, { PAYMENTS: 'test' }, 'reconciling', { ...how, now: svc.ctx.now })

const begunAt = ({ ctx }: TestServer) => ctx.db.$client.query('SELECT began_at FROM clean_comparisons').values().flat()

/**
 * A shop where something was sold long ago and found the same since, and the webhooks are lost from
 * now on.
 */
async function comparedShop() {
  const shop = await openShop()
  const { svc, ada } = shop
  const { paymentIntentId } = await collect(svc, ada)
  svc.tick(10 * dayMs)
  await settled(svc)
  expect(await said(svc)).toEqual({ name: 'reconciling', ok: true, note: '1 payment compared' })
  for (const [name, from] of [['tapedeck', 'self'] as const, ['tapedeck-connect', 'accounts'] as const]) {
    const nowhere = { url: 'http://127.0.0.1:9/', events: ['none'] }
    await shopOf(svc).test.registerWebhook({ name, payload: 'snapshot', from: [from], ...nowhere })
  }
  return { ...shop, paymentIntentId }
}

test('after a clean run only what is newer than two days before it is asked for, and --all asks for everything', async () => {
  const { svc } = await comparedShop()
  await using _ = svc
  expect(svc.ctx.now() - Number(begunAt(svc)[0])).toBeWithin(0, 60_000)
  expect(await said(svc)).toEqual({ name: 'reconciling', ok: true })
  expect(await said(svc, { all: true })).toEqual({ name: 'reconciling', ok: true, note: '1 payment compared' })
})

test('a payment dated a day before a clean run is asked for again: it may have come late', async () => {
  const { svc, ada } = await openShop()
  await using _ = svc
  svc.tick(10 * dayMs)
  svc.ctx.db.$client.run('UPDATE sessions SET seen_at = ?1, expires_at = ?1 + ?2', [svc.ctx.now(), 30 * dayMs])
  await collect(svc, ada)
  svc.tick(dayMs)
  await settled(svc)
  expect((await said(svc))?.ok).toBe(true)
  expect((await said(svc))?.note).toStartWith('1 payment compared since')
})

test('a refund, a late payment and a reversal of older payments are found, and only the clean run after moves the moment', async () => {
  const { svc, paymentIntentId } = await comparedShop()
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const before = begunAt(svc)
  const bo = cast(svc.ctx, 'bob')
  const late = await begin(svc, bo)
  svc.tick(20 * dayMs)
  expect((await said(svc))?.ok).toBe(true)
  const between = begunAt(svc)
  expect(between).not.toEqual(before)
  svc.tick(5 * dayMs)
  const { paymentIntentId: intent, clientSecret } = late
  await bank.confirmCard({ paymentIntentId: intent, clientSecret, card: card('4242424242424242'), returnUrl: svc.url })
  await stripe.refunds.create({ payment_intent: paymentIntentId, amount: 100 })
  await bank.settled()
  const { problem = '' } = (await said(svc)) ?? {}
  expect(problem).toMatch(/REFUND re_\w+ of 100 usd \(order \S+\) is not in the ledger/)
  expect(problem).toContain(`${intent} is paid at the processor, but order ${late.orderId} is OPEN in the database`)
  expect(begunAt(svc)).toEqual(between)
  expect(await said(svc, { fix: true })).toMatchObject({ ok: true, note: 'fixed' })
  expect(begunAt(svc)).not.toEqual(between)
  svc.tick(10 * dayMs)
  await settled(svc)
  expect((await said(svc))?.ok).toBe(true)
  svc.tick(10 * dayMs)
  const [transfer] = (await stripe.transfers.list({ limit: 1 })).data
  await stripe.transfers.createReversal(transfer?.id ?? '', { amount: 50 })
  expect((await said(svc))?.problem).toContain('50 usd')
})

test('a change made here to an older order is found as well', async () => {
  const { svc, nova } = await comparedShop()
  await using _ = svc
  svc.tick(10 * dayMs)
  const { $client: sql } = svc.ctx.db
  const [orderId] = sql.query('SELECT id FROM orders').values().flat()
  svc.ctx.db.transaction(() => {
    const id = svc.ctx.datedUuid()
    for (const [position, amount] of [-5, 5].entries()) {
      const account = `test:${position === 0 ? 'buyers' : `owed:${nova.artistId}`}:usd`
      sql.run('INSERT INTO ledger_entries VALUES (?, ?, ?, ?)', [id, position, account, amount])
    }
    sql.run("INSERT INTO ledger_postings VALUES (?, 'SALE made_up', 'SALE', ?, ?)", [
      id,
      String(orderId),
      svc.ctx.now(),
    ])
  })
  expect((await said(svc))?.problem).toContain('SALE made_up')
})
