import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { startWithdrawal } from '../../src/order/give-back/withdrawal.ts'
import { issueLink } from '../../src/order/guest-link.ts'
import { orderById } from '../../src/order/order.ts'
import { goods } from '../../src/rooms.ts'
import { rowsOf } from '../support/account/account.ts'
import { cardOf, switchOffVat, switchOnVat, vatOf } from '../support/books/vat.ts'
import { addTape } from '../support/casset/tape.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { temporaryFolder } from '../support/process.ts'
import { openEverything } from '../support/restored/site.ts'
import type { TestServer } from '../support/server.ts'
import {
  balances,
  begin,
  card,
  collect,
  confirm,
  goodCard,
  openShop,
  type Started,
  settled,
  shopOf,
} from '../support/shop/checkout.ts'
import { changeGift, give, takeGift } from '../support/shop/gift.ts'
import { dayMs } from '../support/shop/preorder.ts'
import { sellTracks } from '../support/shop/single-track.ts'
import { told } from '../support/told.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const soldGoods = (await told('soldGoods')).flat()

/** The numbers of all receipts with the ids of their orders. */
const receiptsOf = (svc: TestServer): Map<string, string> =>
  new Map(
    rowsOf(svc, 'receipts')
      .map(Object)
      .map(({ number, order_id }) => [number, order_id]),
  )

test('every kind of goods has a row here', () => {
  const kinds = new Set<string>(soldGoods.flatMap(({ kind }) => kind ?? []))
  expect([...kinds].toSorted()).toEqual(Object.keys(goods).toSorted())
})

// One walk: each kind is sold to other people, and all of them find the same restored database.
test('whatever was sold after the backup is held after a restore as it was, or the doctor says what is lost', async () => {
  using folder = temporaryFolder()
  await using smtp = await startSmtp()
  const env = { PAYMENTS: 'test', NEW_SELLER_DAILY_SUM: '10000', GIVE_BACK: 'on', ...smtp.env }
  const options = { env, dataDir: folder.path, limiter: { take: () => 0 } }
  const names = soldGoods.map(({ name }) => name)
  const site = await openEverything(options, smtp, names)
  const known = new Map<string, Started>()
  const knowThem = async (isOpen: boolean) => {
    for (const { name, known: knows, isOpen: is = false } of soldGoods)
      if (knows && is === isOpen) known.set(name, await knows(site))
    await settled(site.svc)
  }
  await knowThem(false)
  // The doctor has compared them since, days after they were paid.
  site.svc.tick(4 * dayMs)
  await settled(site.svc)
  const compared = await doctorOf(folder.path, env, 'reconciling', { now: site.svc.ctx.now })
  expect(compared).toMatchObject({ ok: true })
  await knowThem(true)
  const copy = backUp(site.svc)
  const secrets = new Map<string, string>()
  const none = { orderId: '', paymentIntentId: '', clientSecret: '' }
  for (const each of soldGoods) secrets.set(each.name, await each.sell(site, known.get(each.name) ?? none))
  site.svc.tick(60_000)
  await settled(site.svc)
  const before = new Map<string, unknown>()
  for (const each of soldGoods) before.set(each.name, await each.held(site.svc, site, secrets.get(each.name) ?? ''))
  const issued = receiptsOf(site.svc)
  const port = new URL(site.svc.url).port
  const aheadMs = site.svc.ctx.now() - Date.now() + 3_600_000
  await using svc = await restore(site.svc, copy, { ...options, aheadMs, env: { ...env, PORT: port } })
  const doctor = (name: string, fix = false) =>
    doctorOf(folder.path, { ...env, PORT: port }, name, { fix, now: () => svc.ctx.now() })
  expect(await doctor('reconciling', true)).toMatchObject({ ok: true })
  await settled(svc)
  expect(await doctor('reconciling', true)).toMatchObject({ ok: true })
  await settled(svc)
  const looks = ['reconciling', 'licenses', 'ledger', 'sums', 'drops', 'restored']
  const said = JSON.stringify(await Promise.all(looks.map((name) => doctor(name))))
  for (const each of soldGoods) {
    const held = await each.held(svc, site, secrets.get(each.name) ?? '')
    if (each.named) expect(said).toMatch(each.named)
    else expect({ [each.name]: held }).toEqual({ [each.name]: before.get(each.name) })
  }
  expect(verifyLedger(svc.ctx).problems).toEqual([])
  for (const [number, order] of receiptsOf(svc)) expect(issued.get(number) ?? order).toBe(order)
})

test('a gift that was claimed by an account which the copy does not have is named, as its link works again', async () => {
  using folder = temporaryFolder()
  await using smtp = await startSmtp()
  const env = { PAYMENTS: 'test', ...smtp.env }
  const options = { env, dataDir: folder.path }
  const { svc: before, ada } = await openShop(options)
  const { orderId } = await give(before, ada)
  const secret = issueLink(before.ctx, orderId, 'gift')
  const copy = backUp(before)
  const late = cast(before.ctx, 'late', { published: false })
  expect((await takeGift(before, secret, late)).status).toBe(200)
  await settled(before)
  await using svc = await restore(before, copy, options)
  const found = await doctorOf(folder.path, env, 'reconciling', { fix: true })
  expect(found).toMatchObject({
    ok: false,
    problem: `account ${late.userId} has claimed order ${orderId}, and the database has no such account: whoever has its link can claim it again`,
  })
  expect((await takeGift(svc, secret, cast(svc.ctx, 'again', { published: false }))).status).toBe(200)
  await settled(svc)
  expect(await doctorOf(folder.path, env, 'reconciling')).toMatchObject({ ok: true })
})

test('a payment that the copy does not know all of is heard before it is told, and before a gift is moved again', async () => {
  using folder = temporaryFolder()
  await using smtp = await startSmtp()
  const options = { env: { PAYMENTS: 'test', ...smtp.env }, dataDir: folder.path, limiter: { take: () => 0 } }
  const { svc: before, ada, hidden } = await openShop(options)
  const [known, moved] = [await give(before, ada), await give(before, hidden)]
  const copy = backUp(before)
  for (const [gift, payer] of [
    [known, ada],
    [moved, hidden],
  ] as const)
    await changeGift(before, gift.orderId, payer, { email: 'may@example.org' })
  await collect(before, cast(before.ctx, 'late', { published: false }))
  await settled(before)
  const { links } = (await shopOf(before).stripe.paymentIntents.retrieve(known.paymentIntentId)).metadata
  await using svc = await restore(before, copy, options)
  const { stripe } = shopOf(svc)
  const told = async ({ paymentIntentId }: Started) => (await stripe.paymentIntents.retrieve(paymentIntentId)).metadata
  expect(rowsOf(svc, 'gifts').map((row) => Object(row).email)).toEqual(['kim@example.org', 'kim@example.org'])
  issueLink(svc.ctx, known.orderId, 'open')
  expect((await changeGift(svc, moved.orderId, hidden, { email: 'lou@example.org' })).status).toBe(200)
  await settled(svc)
  expect([(await told(known)).giftTo, (await told(moved)).giftTo]).toEqual(['may@example.org', 'lou@example.org'])
  expect((await told(known)).links?.split(' ')).toEqual(expect.arrayContaining(links?.split(' ') ?? []))
  expect(rowsOf(svc, 'gifts').map((row) => Object(row).email)).toEqual(['may@example.org', 'lou@example.org'])
})

test('music that the copy does not have is named, and nobody is refunded by surprise: uploaded again, it is delivered', async () => {
  using folder = temporaryFolder()
  const env = { PAYMENTS: 'test', NEW_SELLER_DAILY_SUM: '10000' }
  const options = { env, dataDir: folder.path }
  const { svc: before, nova, ada, hidden } = await openShop(options)
  const [kim, lou] = [cast(before.ctx, 'kim', { published: false }), cast(before.ctx, 'lou', { published: false })]
  sellTracks(before, nova, 150)
  await before.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: { percent: 20, hasFuture: false } })
  const bare = addTape(before, nova, 'bare', { priceMinor: 300, published: false, publishedAt: null })
  const copy = backUp(before)
  const late = await addReadyTrack(before.ctx, nova.cassetId, 'Late', { position: 9 })
  const upload = (svc: TestServer) => addReadyTrack(svc.ctx, bare, 'Bare')
  await upload(before)
  const published = { published: true, publishedAt: before.ctx.now() }
  before.ctx.db.update(cassets).set(published).where(eq(cassets.id, bare)).run()
  const ofTrack = { slug: 'nova', trackIds: [late.id] }
  const single = await collect(before, ada, goodCard, ofTrack)
  const whole = await collect(before, hidden, goodCard, { slug: 'nova.bare' })
  const everything = await collect(before, kim, goodCard, { slug: 'nova', everything: true })
  const gift = await give(before, lou, { slug: 'nova.bare', email: 'may@example.org' })
  const back = await collect(before, lou, goodCard, ofTrack)
  await shopOf(before).stripe.refunds.create({ payment_intent: back.paymentIntentId })
  await settled(before)
  await using svc = await restore(before, copy, options)
  const { stripe } = shopOf(svc)
  const fixed = async () =>
    (await doctorOf(folder.path, env, 'reconciling', { fix: true }))?.problem?.split(/; (?=pi_)/)
  const named = ({ orderId }: Started, what: string) =>
    expect.stringContaining(`has no order ${orderId}, and it cannot be rebuilt: the database has no ${what}`)
  const music = `music of the casset ${bare}: once its artist has uploaded it again, tapedeck doctor --fix delivers it`
  const lost = named(single, `track ${late.id} to be heard`)
  expect(await fixed()).toEqual([lost, named(whole, music), named(everything, music), named(gift, music)])
  const refunded = async () => (await stripe.refunds.list()).data.map((refund) => refund.payment_intent)
  expect(await refunded()).toEqual([back.paymentIntentId])
  await upload(svc)
  expect(await fixed()).toEqual([lost])
  await settled(svc)
  const paid = rowsOf(svc, 'orders')
    .map(Object)
    .filter(({ state }) => state === 'PAID')
  const known = [whole, everything, gift, back].map(({ orderId }) => orderId)
  expect(paid.map(({ id }) => id).toSorted()).toEqual(known.toSorted())
  expect(await refunded()).toEqual([back.paymentIntentId])
  await stripe.refunds.create({ payment_intent: single.paymentIntentId })
  await settled(svc)
  expect(await fixed()).toBeUndefined()
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('an order that was given back after the backup, and not refunded yet, is refunded after a restore', async () => {
  using folder = temporaryFolder()
  const env = { PAYMENTS: 'test', GIVE_BACK: 'on' }
  const options = { env, dataDir: folder.path }
  const { svc: before, ada, hidden } = await openShop(options)
  const press = async ({ orderId }: Started) => {
    const order = orderById(before.ctx, orderId)
    expect(order && startWithdrawal(before.ctx, order)).toBe(true)
    await settled(before)
  }
  const known = await collect(before, ada)
  const copy = backUp(before)
  const lost = await collect(before, hidden)
  for (const each of [known, lost]) await press(each)
  await using svc = await restore(before, copy, options)
  const { stripe } = shopOf(svc)
  expect((await stripe.refunds.list()).data).toEqual([])
  expect(await doctorOf(folder.path, env, 'reconciling', { fix: true })).toMatchObject({ ok: true })
  svc.tick(1_000)
  await settled(svc)
  const refunds = (await stripe.refunds.list()).data.map((refund) => [refund.payment_intent, refund.metadata?.by])
  const intents = [known, lost].map(({ paymentIntentId }) => [paymentIntentId, 'withdrawal'])
  expect(refunds.toSorted()).toEqual(intents.toSorted())
  expect(rowsOf(svc, 'purchases').map((row) => Object(row).status)).toEqual(['REFUNDED', 'REFUNDED'])
})

test('a sale has the VAT of its day after a restore, also where VAT was switched on after the backup', async () => {
  using folder = temporaryFolder()
  const env = { PAYMENTS: 'test' }
  const options = { env, dataDir: folder.path }
  const { svc: before, ada, hidden } = await openShop(options)
  const known = await begin(before, ada)
  const copy = backUp(before)
  switchOnVat(before)
  before.tick(1_000)
  await confirm(before, ada, known)
  const lost = await collect(before, hidden, cardOf('FR'))
  before.tick(5_000)
  await settled(before)
  const vat = (svc: TestServer) => [vatOf(svc, known.orderId)[2], vatOf(svc, lost.orderId)]
  const [paid, held] = [vat(before), balances(before)]
  expect(paid).toEqual([expect.any(Number), ['FR', 2_000, 117]])
  await using svc = await restore(before, copy, { ...options, aheadMs: 60_000 })
  expect(await doctorOf(folder.path, env, 'reconciling', { fix: true })).toMatchObject({ ok: true })
  await settled(svc)
  expect([vat(svc), balances(svc)]).toEqual([paid, held])
  expect(verifyLedger(svc.ctx).problems).toEqual([])
})

test('a sale has no VAT after a restore where VAT was switched off after the backup, nor one that no rate gives', async () => {
  using folder = temporaryFolder()
  const options = { env: { PAYMENTS: 'test' }, dataDir: folder.path }
  const { svc: before, ada, hidden } = await openShop(options)
  const late = cast(before.ctx, 'late', { published: false })
  switchOnVat(before)
  before.tick(1_000)
  const known = await begin(before, ada)
  const copy = backUp(before)
  const forged = await collect(before, late, cardOf('FR'))
  switchOffVat(before)
  before.tick(1_000)
  await confirm(before, ada, known)
  const lost = await collect(before, hidden, cardOf('FR'))
  before.tick(5_000)
  await settled(before)
  const { stripe } = shopOf(before)
  await stripe.paymentIntents.update(forged.paymentIntentId, { metadata: { vat: 'FR 2000 699', told: '9' } })
  const vat = (svc: TestServer) => [known, lost, forged].map(({ orderId }) => vatOf(svc, orderId))
  const [paid, held] = [vat(before), balances(before)]
  const none = [null, null, null]
  expect(paid).toEqual([none, none, ['FR', 2_000, 117]])
  await using svc = await restore(before, copy, { ...options, aheadMs: 60_000 })
  expect(await doctorOf(folder.path, options.env, 'reconciling', { fix: true })).toMatchObject({ ok: true })
  await settled(svc)
  expect([vat(svc), balances(svc)]).toEqual([paid, held])
})

test('a lost order that a bank decides about is named, and is named still once the bank has left the money', async () => {
  using folder = temporaryFolder()
  const env = { PAYMENTS: 'test' }
  const options = { env, dataDir: folder.path }
  const { svc: before, ada } = await openShop(options)
  const copy = backUp(before)
  const { orderId } = await collect(before, cast(before.ctx, 'late', { published: false }), card('4000000000000259'))
  await collect(before, ada)
  await using svc = await restore(before, copy, options)
  const fixed = () => doctorOf(folder.path, env, 'reconciling', { fix: true, now: svc.ctx.now })
  const named = (advice: string) => ({
    ok: false,
    problem: expect.stringMatching(new RegExp(`has no order ${orderId}, and it cannot be rebuilt: .*; .*${advice}`)),
  })
  expect(await fixed()).toMatchObject(named('a bank decides about it'))
  svc.tick(10 * dayMs)
  await settled(svc)
  expect(await fixed()).toMatchObject(named('a bank decides about it'))
  const { stripe, test: bank } = shopOf(svc)
  const [dispute] = (await stripe.disputes.list()).data
  await bank.moveDispute(dispute?.id ?? '', 'won')
  await settled(svc)
  expect(await fixed()).toMatchObject(named('refund it at the processor'))
})
