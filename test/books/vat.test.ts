import { expect, setDefaultTimeout, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import { checks } from '../../src/rooms.ts'
import { cardOf, csvOf, fan, html, linesOf, openTaxed, refundOf, switchOnVat, vatOf } from '../support/books/vat.ts'
import { addTape } from '../support/casset/tape.ts'
import { testLimitMs } from '../support/limits.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import type { TestServer } from '../support/server.ts'
import { balances, begun, card, collect, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { openSingles } from '../support/shop/single-track.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

test('a sale has the VAT of the buyer’s country within it, fixed when it is paid, and a later change of rates changes nothing', async () => {
  const { svc, nova, ada, hidden } = await openShop()
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  const before = await collect(svc, fan(svc, 'bea'), cardOf('DE'))
  switchOnVat(svc)
  svc.tick(1_000)
  const german = await collect(svc, ada, cardOf('DE'))
  const finnish = await collect(svc, hidden, cardOf('IE'))
  expect([vatOf(svc, before.orderId), vatOf(svc, german.orderId), vatOf(svc, finnish.orderId)]).toEqual([
    [null, null, null],
    ['DE', 1_900, 112],
    ['IE', 0, 0],
  ])
  switchOnVat(svc, { DE: '7' })
  svc.tick(1_000)
  await svc.call('POST', '/api/checkout/verify', {
    cookie: ada.cookie,
    body: { paymentIntentId: german.paymentIntentId },
  })
  await settled(svc)
  expect(vatOf(svc, german.orderId)).toEqual(['DE', 1_900, 112])
  expect(linesOf(svc, german.orderId)).toEqual([[700, 112]])
  const later = await collect(svc, fan(svc, 'cem'), cardOf('DE'))
  expect(vatOf(svc, later.orderId)).toEqual(['DE', 700, 46])
  expect(nova.handle).toBe('nova')
})

test('the billing address goes before the card, and the seller’s country counts where neither is known', async () => {
  const { svc, ada, hidden } = await openTaxed()
  await using _ = svc
  const { stripe } = shopOf(svc)
  const pay = async (buyer: Person, method: string) => {
    const body = { slug: 'nova' }
    const started = begun(await svc.call('POST', '/api/checkout/payment-intent', { cookie: buyer.cookie, body }))
    const typed = { payment_method: method, return_url: 'https://t.example' }
    await stripe.paymentIntents.confirm(started.paymentIntentId, typed)
    await settled(svc)
    return started.orderId
  }
  const { id } = await stripe.paymentMethods.create({
    type: 'card',
    card: { token: 'tok_de' },
    billing_details: { address: { country: 'FI' } },
  })
  expect(vatOf(svc, await pay(ada, id))).toEqual(['FI', 2_550, 142])
  const link = await stripe.paymentMethods
    .create({ type: 'link', billing_details: { email: 'a@example.com' } })
    .catch(() => null)
  if (link) expect(vatOf(svc, await pay(hidden, link.id))).toEqual(['DE', 1_900, 112])
})

test('parts that go back take their VAT with them, in whatever order, and the rest has the VAT of its amount', async () => {
  const { svc, nova, ada } = await openTaxed({ DE: '19' })
  await using _ = svc
  const { orderId } = await collect(svc, ada, cardOf('DE'))
  for (const [amount, back] of [
    [1, 0],
    [333, 1],
    [3, 334],
  ] as const) {
    expect((await refundOf(svc, nova, orderId, amount, back)).status).toBe(200)
    await settled(svc)
  }
  // 700, 699, 366 and 363 include 112, 112, 58 and 58.
  expect(linesOf(svc, orderId)).toEqual([
    [700, 112],
    [-1, 0],
    [-333, -54],
    [-3, 0],
  ])
  const { text } = await svc.call('GET', `/receipt/${orderId}`, { cookie: ada.cookie, headers: html })
  for (const part of ['VAT 19 %', '$5.88', '$1.12', 'Germany', 'with VAT of $0.58']) expect(text).toContain(part)
  expect((await refundOf(svc, nova, orderId)).status).toBe(200)
  await settled(svc)
  expect(linesOf(svc, orderId).at(-1)).toEqual([-363, -58])
})

test('a refund that comes back and a dispute that is won bring the VAT back; one that is lost takes it', async () => {
  const { svc, nova, ada, hidden } = await openTaxed({ US: '25' })
  await using _ = svc
  const failed = await collect(svc, ada, card('4000000000007726'))
  await refundOf(svc, nova, failed.orderId)
  svc.tick(6_000)
  await settled(svc)
  expect(linesOf(svc, failed.orderId)).toEqual([
    [700, 140],
    [-700, -140],
    [700, 140],
  ])
  const { stripe } = shopOf(svc)
  const disputed = await collect(svc, hidden, card('4000000000000259'))
  const [dispute] = (await stripe.disputes.list()).data
  await stripe.disputes.update(dispute?.id ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
    submit: true,
  })
  svc.tick(86_400_000)
  await settled(svc)
  expect(linesOf(svc, disputed.orderId).map(([gross]) => gross)).toEqual([700, -700, 700])
  expect(svc.ctx.db.$client.query('SELECT sum(gross_minor), sum(vat_minor) FROM vat_months').values()).toEqual([
    [1_400, 280],
  ])
})

test('a buyer who is paid back twice, by a refund and by their bank, leaves no VAT, and never less', async () => {
  const { svc, nova, ada, hidden } = await openTaxed({ DE: '19' })
  await using _ = svc
  const { stripe, test: bank } = shopOf(svc)
  const dispute = async (paymentIntentId: string) => {
    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentIntentId)
    const id = await bank.openDispute(String(charge), { amount: 700 })
    await settled(svc)
    return id
  }
  const whole = await collect(svc, ada, cardOf('DE'))
  await refundOf(svc, nova, whole.orderId)
  await settled(svc)
  await bank.moveDispute(await dispute(whole.paymentIntentId), 'won')
  await settled(svc)
  // The refund alone took all of it.
  expect(linesOf(svc, whole.orderId)).toEqual([
    [700, 112],
    [-700, -112],
    [0, 0],
    [0, 0],
  ])
  const half = await collect(svc, hidden, cardOf('DE'))
  await refundOf(svc, nova, half.orderId, 350)
  await settled(svc)
  await dispute(half.paymentIntentId)
  expect(linesOf(svc, half.orderId)).toEqual([
    [700, 112],
    [-350, -56],
    [-350, -56],
  ])
  const { text } = await svc.call('GET', `/receipt/${half.orderId}`, { cookie: hidden.cookie, headers: html })
  expect(text).toContain('with VAT of $0.00')
  const rows = await csvOf(svc, nova, '/api/admin/ledger.csv')
  expect(rows.flatMap(({ kind, net, vat }) => (kind === 'DISPUTE' ? [`${net} ${vat}`] : []))).toEqual([
    '-7.00 0.00',
    '7.00 0.00',
    '-7.00 -0.56',
  ])
})

test('tips include VAT where the owner says so, and a payment into a drop never', async () => {
  const tip = async (svc: TestServer, { cookie }: Person) => {
    const started = begun(await svc.call('POST', '/api/casset/nova/tip', { cookie, body: { amount: 500 } }))
    await confirm(svc, { cookie }, started, cardOf('DE'))
    await settled(svc)
    return vatOf(svc, started.orderId)
  }
  const { svc, ada } = await openTaxed({ DE: '19' })
  await using _ = svc
  expect(await tip(svc, ada)).toEqual(['DE', 1_900, 80])
  switchOnVat(svc, { DE: '19' }, false)
  svc.tick(1_000)
  expect(await tip(svc, ada)).toEqual([null, null, null])
})

test('of others’ sales the owner keeps the VAT, also of what they sell together, and the books agree', async () => {
  const { svc, nova, ada, hidden } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const label = cast(svc.ctx, 'label', { priceMinor: 500 })
  await addReadyTrack(svc.ctx, label.cassetId, 'House')
  makeOwner(svc.ctx, 'label@example.com')
  switchOnVat(svc, { DE: '19' })
  svc.tick(1_000)
  const { orderId } = await collect(svc, ada, cardOf('DE'), { slug: 'nova', amount: 10_000 })
  await collect(svc, hidden, cardOf('DE'), { slug: 'label' })
  svc.tick(2_000)
  await settled(svc)
  // From 10,000 go 1,597 of VAT, 10 percent and the processor's 320.
  expect(balances(svc)).toMatchObject({ VAT: 1_597, PLATFORM: 1_000, nova: 7_083, 'OWED nova': 0 })
  expect((await refundOf(svc, nova, orderId, 5_000)).status).toBe(200)
  await settled(svc)
  expect(balances(svc)).toMatchObject({ VAT: 798, PLATFORM: 500 })
  // The refund took from the artist neither the VAT nor the percent that went with it.
  const { data: sent } = await shopOf(svc).stripe.transfers.list()
  expect(sent.map((each) => [each.amount, each.amount_reversed])).toEqual([[7_083, 3_701]])
  const found = await runChecks(svc.ctx, { looks: checks, fix: false })
  expect(found.filter(({ ok, name }) => !ok && ['ledger', 'reconciling', 'sums'].includes(name))).toEqual([])
  const { json } = await svc.call('GET', '/api/studio/statistics', { cookie: nova.cookie })
  expect(json).toMatchObject({ currencies: [{ totals: { vat: 798, platformFees: 500 } }] })
})

test('the files have net, rate and VAT of each movement, and the emails of the receipt and of a refund too', async () => {
  const { svc, nova, ada } = await openTaxed({ DE: '19' })
  await using _ = svc
  const { orderId } = await collect(svc, ada, cardOf('DE'))
  await refundOf(svc, nova, orderId, 350)
  await settled(svc)
  for (const path of ['/api/studio/statistics.csv', '/api/admin/ledger.csv']) {
    const rows = (await csvOf(svc, nova, path)).filter(({ order }) => order === orderId)
    const shown = rows.map(({ kind, net, vat_country, vat_rate, without_vat, vat, vat_minor }) =>
      [kind, net, vat_country, vat_rate, without_vat, vat, vat_minor].join(' '),
    )
    expect(shown).toContain('SALE 7.00 DE 19 5.88 1.12 112')
    expect(shown).toContain('REFUND -3.50 DE 19 -2.94 -0.56 -56')
    expect(shown.filter((line) => line.startsWith('PROCESSOR_FEE')).every((line) => line.endsWith('    '))).toBe(true)
  }
  const mailed = svc.ctx.db.$client.query("SELECT text_body FROM mails WHERE kind = 'receipt'").values().flat().join()
  expect(mailed).toContain('Net:          $5.88\nVAT:          $1.12 (19 %, Germany)\n')
  const back = svc.ctx.db.$client.query("SELECT text_body FROM mails WHERE kind = 'refund'").values().flat().join()
  expect(back).toContain('Refunded:     $3.50 of $7.00\nNet:          $2.94\nVAT:          $0.56 (19 %, Germany)\n')
})

test('single tracks and everything have VAT like any sale, and their receipts say so', async () => {
  const { svc, nova, ada, dawn } = await openSingles({ env: { PAYMENTS: 'test' } })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  switchOnVat(svc, { DE: '19' })
  svc.tick(1_000)
  await addReadyTrack(svc.ctx, addTape(svc, nova, 'live', { priceMinor: 300 }), 'Live')
  const offer = { percent: 20, hasFuture: true }
  await svc.call('PUT', '/api/studio/everything', { cookie: nova.cookie, body: offer })
  const track = await collect(svc, ada, cardOf('DE'), { slug: 'nova', trackIds: [dawn.id] })
  const rest = await collect(svc, ada, cardOf('DE'), { slug: 'nova', everything: true })
  // 150, and 80 percent of 1,000 less the track.
  expect([vatOf(svc, track.orderId), vatOf(svc, rest.orderId)]).toEqual([
    ['DE', 1_900, 24],
    ['DE', 1_900, 104],
  ])
  for (const [orderId, vat] of [
    [track.orderId, '$0.24'],
    [rest.orderId, '$1.04'],
  ] as const) {
    const { text } = await svc.call('GET', `/receipt/${orderId}`, { cookie: ada.cookie, headers: html })
    for (const part of ['VAT 19 %', vat, 'Germany']) expect(text).toContain(part)
  }
})

test('the file gives each artist of a co-casset their part of the VAT, and the parts sum to the whole', async () => {
  const { svc, nova, ada, hidden } = await openTaxed({ DE: '19' })
  await using _ = svc
  const ben = fan(svc, 'ben')
  const { id } = await makeCoCasset(svc, nova, 'three', [ada, ben], { splits: { nova: 33, ada: 33, ben: 34 } })
  const body = { price: 1_000, published: true }
  await svc.call('PATCH', `/api/studio/casset/${id}`, { cookie: nova.cookie, body })
  const { orderId } = await collect(svc, hidden, cardOf('DE'), { slug: 'three' })
  await refundOf(svc, nova, orderId, 101)
  await settled(svc)
  const rows = (await csvOf(svc, nova, '/api/admin/ledger.csv')).filter(({ order }) => order === orderId)
  const partsOf = (which: string) =>
    rows.flatMap(({ kind, account, net_minor, vat_minor }) =>
      kind === which ? [[account, Number(net_minor), Number(vat_minor)] as const] : [],
    )
  for (const [kind, whole] of [
    ['SALE', 160],
    ['REFUND', -16],
  ] as const) {
    const parts = partsOf(kind)
    expect(new Set(parts.map(([account]) => account))).toEqual(new Set(['nova', 'ada', 'ben']))
    expect(parts.reduce((sum, [, , vat]) => sum + vat, 0)).toBe(whole)
    for (const [, net, vat] of parts) expect(Math.abs(vat - (net * 19) / 119)).toBeLessThan(1)
  }
})
