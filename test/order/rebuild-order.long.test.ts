import { describe, expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { metadataOf, orderIn } from '../../src/order/order-metadata.ts'
import { mostMembers } from '../../src/room/co-casset/most-members.ts'
import { rowsOf } from '../support/account/account.ts'
import { addSale } from '../support/earnings/sale.ts'
import { atPeer, doctorOf } from '../support/operate/doctor.ts'
import { backUp, putBack, restore } from '../support/operate/restore.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import {
  accessOf,
  balances,
  begun,
  collect,
  confirm,
  openShop,
  postings,
  settled,
  shopOf,
  verify,
} from '../support/shop/checkout.ts'
import { addEmoji, buy } from '../support/shop/emoji.ts'
import { startPayments } from '../support/test-processor/stripe.ts'
import { cast, type Person, world } from '../support/world.ts'

const dayMs = 86_400_000
const env = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10' }
const said = (svc: TestServer, fix = false) => doctorOf(svc.dataDir, env, 'reconciling', { fix })

const tables = ['orders', 'purchases', 'tips', 'emoji_purchases', 'referral_credits', 'owed_parts', 'seller_accounts']

/** Names and times of our own making, which nobody outside knows. */
const ofOurs = new Set(['id', 'purchased_at', 'tipped_at', 'ended_at', 'paid_at', 'credited_at', 'created_at', 'state'])
const isOurs = (table: string, key: string) =>
  (ofOurs.has(key) && !(table === 'orders' && key === 'id')) || /^(changed|ready)_at$/.test(key)

/**
 * Everything that is known of what was sold, without ids and times of rows, and without the
 * percent, which is posted as a difference.
 */
function knownOf(svc: TestServer) {
  const rows = tables.map((table) => {
    const all = rowsOf(svc, table).map((row) =>
      Object.fromEntries(
        Object.entries(Object(row)).map(([key, value]) => [
          key,
          isOurs(table, key) ? (key === 'state' ? value : value !== null) : value,
        ]),
      ),
    )
    return [table, all.map((row) => JSON.stringify(row)).toSorted()]
  })
  const moved = svc.ctx.db.$client
    .query(
      `SELECT p.order_id, p.unique_key, e.account_id, e.amount_minor FROM ledger_entries e
       JOIN ledger_postings p ON p.id = e.posting_id WHERE p.kind NOT LIKE 'PLATFORM_FEE%' ORDER BY 1, 2, 3, 4`,
    )
    .values()
  return { ...Object.fromEntries(rows), moved }
}

/** The sales between the copy and the day on which it is needed. */
async function sellMuch(svc: TestServer, { ada, draft }: Record<'ada' | 'draft', Person>, emojiId: string) {
  const { stripe } = shopOf(svc)
  await collect(svc, ada, undefined, { slug: 'nova', amount: 900, referralCode: 'ofHidden' })
  const message = '🌅'.repeat(280)
  const tip = begun(
    await svc.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: { amount: 500, message } }),
  )
  await confirm(svc, ada, tip)
  await confirm(svc, ada, begun(await buy(svc, ada, emojiId)))
  const back = await collect(svc, draft)
  await stripe.refunds.create({ payment_intent: back.paymentIntentId })
  await settled(svc)
  svc.tick(3 * dayMs)
  await settled(svc)
  const [account] = svc.ctx.db.$client.query('SELECT account_id FROM seller_accounts').values().flat()
  await stripe.payouts.create({ amount: 300, currency: 'usd' }, { stripeAccount: String(account) })
  await settled(svc)
}

describe('A copy of the database from before a sale', () => {
  for (const [name, hasEarlier] of [
    ['with an earlier order', true],
    ['with no order at all', false],
  ] as const) {
    test(`${name} gets back all that was sold since, from the payments alone`, async () => {
      using folder = temporaryFolder()
      const options = { env, dataDir: folder.path }
      const { svc: before, ...people } = await openShop(options)
      const { nova, ada, hidden, dawn, kettle } = people
      before.ctx.db.$client.run(
        "INSERT INTO referral_links (code, user_id, casset_id, created_at) VALUES ('ofHidden', ?, ?, 1)",
        [hidden.userId, nova.cassetId],
      )
      const { id: emojiId } = await addEmoji(before, nova)
      if (hasEarlier) await collect(before, hidden)
      const copy = backUp(before)
      await sellMuch(before, people, emojiId)
      const known = knownOf(before)
      expect(postings(before)).toMatchObject({ REFUND: 1, PAYOUT: 1 })
      const paidAt = before.ctx.db.$client.query('SELECT paid_at FROM orders ORDER BY created_at DESC').values()[1]?.[0]
      const [balance, sales] = [balances(before), hasEarlier ? 5 : 4]
      await using svc = await restore(before, copy, options)
      svc.tick(3 * dayMs + 60_000)
      expect(await accessOf(svc, kettle.id, ada)).toBe('hook')
      // A track that its artist switches off after it was paid is held by its buyer.
      const off = { cookie: nova.cookie, body: { active: false } }
      expect((await svc.call('PATCH', `/api/studio/tracks/${dawn.id}`, off)).status).toBe(200)
      const found = await said(svc)
      expect(found).toMatchObject({ ok: false, note: `${sales} payments compared` })
      expect(
        found?.problem?.match(/is paid at the processor \(\d+ usd\), but the database has no order/g),
      ).toHaveLength(4)
      expect(await said(svc, true)).toEqual({ name: 'reconciling', ok: true, note: 'fixed' })
      await settled(svc)
      expect([await accessOf(svc, kettle.id, ada), await accessOf(svc, dawn.id, ada)]).toEqual(['full', 'full'])
      expect([balances(svc), verifyLedger(svc.ctx).problems]).toEqual([balance, []])
      const again = svc.ctx.db.$client.query('SELECT paid_at FROM orders ORDER BY created_at DESC').values()[1]?.[0]
      expect(Math.abs(Number(again) - Number(paidAt))).toBeLessThan(5_000)
      expect(knownOf(svc)).toEqual(known)
      const moved = rowsOf(svc, 'ledger_entries').length
      expect(await said(svc, true)).toEqual({ name: 'reconciling', ok: true, note: `${sales} payments compared` })
      expect(rowsOf(svc, 'ledger_entries')).toHaveLength(moved)
    })
  }

  test('gets an order back by itself when something of its payment is heard', async () => {
    using folder = temporaryFolder()
    const options = { env, dataDir: folder.path }
    const { svc: before, ada, dawn } = await openShop(options)
    const copy = backUp(before)
    const { orderId, paymentIntentId: payment_intent } = await collect(before, ada)
    await using svc = await restore(before, copy, options)
    await shopOf(svc).stripe.refunds.create({ payment_intent, amount: 100 })
    await settled(svc)
    expect(await accessOf(svc, dawn.id, ada)).toBe('full')
    expect(rowsOf(svc, 'orders')).toMatchObject([{ id: orderId, state: 'PAID', amount_minor: 700 }])
    svc.tick(5_000)
    await settled(svc)
    expect(postings(svc)).toMatchObject({ SALE: 1, REFUND: 1, TRANSFER: 1 })
    expect(await said(svc)).toMatchObject({ ok: true })
  })

  test('that has an order and not yet its payment joins the two', async () => {
    using folder = temporaryFolder()
    const options = { env, dataDir: folder.path }
    const { svc, ada } = await openShop(options)
    await using _ = svc
    const { orderId } = await collect(svc, ada)
    svc.ctx.db.$client.run('DELETE FROM purchases')
    svc.ctx.db.$client.run("UPDATE orders SET state = 'OPEN', payment_intent_id = NULL")
    expect(await said(svc, true)).toMatchObject({ ok: true })
    expect(rowsOf(svc, 'orders')).toMatchObject([{ id: orderId, state: 'PAID' }])
    expect(rowsOf(svc, 'purchases')).toMatchObject([{ order_id: orderId, status: 'PAID' }])
  })

  test('in which somebody or something is unknown has what they paid named, and nothing is refunded silently', async () => {
    using folder = temporaryFolder()
    const options = { env, dataDir: folder.path }
    const { svc: before, ada, nova } = await openShop(options)
    before.ctx.db.$client.run(
      "INSERT INTO referral_links (code, user_id, casset_id, created_at) VALUES ('ofHidden', ?, ?, 1)",
      [nova.userId, nova.cassetId],
    )
    const copy = backUp(before)
    const late = cast(before.ctx, 'late', { priceMinor: 500 })
    const { id: emojiId } = await addEmoji(before, nova)
    const lost = await collect(before, late)
    await confirm(before, ada, begun(await buy(before, ada, emojiId)))
    await settled(before)
    await using svc = await restore(before, copy, options)
    const { stripe } = shopOf(svc)
    const found = await said(svc, true)
    // The transfer to its artist is named too: a refund alone would be at the cost of the owner of
    // the instance.
    const advice = /\d+ usd of it were sent by tr_\w+: reverse that before you refund it at the processor, or restore/
    const named = found?.problem?.split(/; (?=pi_)/) ?? []
    for (const each of named) expect(each).toMatch(advice)
    expect(named).toEqual([
      expect.stringContaining(
        `${lost.paymentIntentId} is paid at the processor (700 usd), but the database has no order ${lost.orderId}, ` +
          `and it cannot be rebuilt: the database has no account ${late.userId}, which paid; 580 usd`,
      ),
      expect.stringContaining(`and it cannot be rebuilt: the database has no emoji ${emojiId}; 144 usd`),
    ])
    expect((await stripe.refunds.list()).data).toEqual([])
    expect([rowsOf(svc, 'orders'), rowsOf(svc, 'ledger_entries')]).toEqual([[], []])
    for (const { id } of (await stripe.paymentIntents.list()).data) await stripe.refunds.create({ payment_intent: id })
    await settled(svc)
    expect(await said(svc)).toMatchObject({ ok: true })
    expect(rowsOf(svc, 'orders')).toEqual([])
  })

  test('leaves the payments of another instance on the same account alone', async () => {
    const { svc, ada, nova } = await openShop({ env })
    await using _ = svc
    const { stripe } = shopOf(svc)
    const theirs = { instanceId: 'another instance' }
    const order = addSale(svc, ada, nova)
    svc.ctx.db.$client.run('DELETE FROM orders')
    const paid = { amount: 700, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', return_url: svc.url }
    const { id } = await stripe.paymentIntents.create({ ...paid, metadata: metadataOf(theirs, order) })
    await stripe.refunds.create({ payment_intent: id, amount: 100 })
    await settled(svc)
    expect(await said(svc, true)).toEqual({ name: 'reconciling', ok: true })
    expect([rowsOf(svc, 'orders'), rowsOf(svc, 'ledger_entries')]).toEqual([[], []])
  })

  test('is put right once by two doctors at the same time', async () => {
    await using pay = startPayments()
    await pay.tick(Date.now() - pay.now())
    using folder = temporaryFolder()
    const at = atPeer(pay)
    const options = { env: at, dataDir: folder.path }
    const before = await startServer(options)
    const { ada } = await world(before)
    makeOwner(before.ctx, 'nova@example.com')
    const copy = backUp(before)
    const tips = 4
    for (let tip = 0; tip < tips; tip += 1) {
      const asked = begun(
        await before.call('POST', '/api/casset/nova/tip', { cookie: ada.cookie, body: { amount: 500 } }),
      )
      await pay.test.confirmCard({
        ...asked,
        card: { number: '4242424242424242', expMonth: 12, expYear: 2040, cvc: '123' },
        returnUrl: before.url,
      })
      await verify(before, ada, asked)
    }
    expect(rowsOf(before, 'tips')).toHaveLength(tips)
    const balance = balances(before)
    await before[Symbol.asyncDispose]()
    putBack(folder.path, copy)
    const asked = { ...at, DATA_DIR: folder.path, LOG_LEVEL: 'silent' }
    const doctors = await Promise.all([runProgram(['doctor', '--fix'], asked), runProgram(['doctor', '--fix'], asked)])
    for (const { out } of doctors) expect(out).toMatch(/^ok {4}reconciling/m)
    await using svc = await startServer(options)
    expect([rowsOf(svc, 'tips').length, postings(svc).SALE, balances(svc)]).toEqual([tips, tips, balance])
    expect(verifyLedger(svc.ctx).problems).toEqual([])
  })
})

/** As many artists as may share a casset: one who owns the instance, one who had no account yet. */
const partsOfMany = ({ ctx }: TestServer) =>
  Array.from({ length: mostMembers }, (_, index) => ({
    artistId: ctx.uuid(),
    basisPoints: 500,
    stays: index === 3,
    accountId: index === 3 || index === 4 ? null : `acct_${index}`,
  }))

test('the metadata of a payment fits the processor, and becomes the order again', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  const emoji = await addEmoji(svc, nova)
  const { stripe } = shopOf(svc)
  for (const values of [
    { kind: 'tip', message: `${'👩‍🚀 "a"\n'.repeat(40)}`.slice(0, 280), priceMinor: 0 },
    { kind: 'tip', message: '🌅'.repeat(280) },
    {
      kind: 'emoji',
      thingId: emoji.id,
      subject: 'wave',
      sellerAccountId: 'acct_1',
      feeBasisPoints: 1_250,
      referralCode: 'abcd',
    },
    {
      kind: 'casset',
      discountId: nova.cassetId,
      discountCode: 'W'.repeat(24),
      creditMinor: 150,
      referralCode: 'abcd',
      withdrawal: 'offered',
      language: 'de',
    },
  ] as const) {
    const order = addSale(svc, ada, nova, values)
    const parts = values.kind === 'casset' ? partsOfMany(svc) : []
    const metadata = metadataOf(svc.ctx, order, parts)
    // Six more keys fit: links, the referrer, a download, that it was given back, VAT, how often.
    expect(Object.keys(metadata).length).toBeLessThanOrEqual(50 - 6)
    for (const value of Object.values(metadata)) expect(value.length).toBeLessThanOrEqual(500)
    const intent = await stripe.paymentIntents.create({ amount: 700, currency: 'usd', metadata })
    const { parts: toldParts, ...told } = orderIn(intent) ?? {}
    expect(Object.keys(told)).toHaveLength(31)
    expect(order).toMatchObject(told)
    expect(toldParts).toEqual(parts)
    for (const key of ['userId', 'cassetId', 'amount', 'kind', ...(parts.length > 0 ? ['part7'] : [])]) {
      expect(orderIn({ ...intent, metadata: { ...intent.metadata, [key]: '' } })).toBeUndefined()
    }
  }
})
