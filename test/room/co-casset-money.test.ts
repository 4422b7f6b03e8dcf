import { describe, expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import { checks } from '../../src/rooms.ts'
import { rowsOf } from '../support/account/account.ts'
import { figures } from '../support/earnings/statistics.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { temporaryFolder } from '../support/process.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import type { ServerOptions, TestServer } from '../support/server.ts'
import { ask, balances, begin, card, collect, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { cast, type Person } from '../support/world.ts'

const dayMs = 86_400_000
const percent = { PLATFORM_FEE_PERCENT: '10' }

/** A published casset of nova, ada and ben for 10 dollars, and people who listen. */
async function openTrio(options: ServerOptions = { env: percent }) {
  const shop = await openShop(options)
  const { svc, nova, ada } = shop
  const ben = cast(svc.ctx, 'ben', { published: false })
  const fans = ['eva', 'finn', 'gil', 'hana'].map((name) => cast(svc.ctx, name, { published: false }))
  const { id } = await makeCoCasset(svc, nova, 'three', [ada, ben], {
    splits: { nova: 50, ada: 30, ben: 20 },
  })
  const body = { price: 1_000, published: true }
  await svc.call('PATCH', `/api/studio/casset/${id}`, { cookie: nova.cookie, body })
  const buy = (fan: Person | undefined, slug = 'three') => collect(svc, fan ?? shop.hidden, undefined, { slug })
  return { ...shop, ben, fans, id, buy }
}

const accountOf = (svc: TestServer, { artistId }: Person) =>
  svc.ctx.db.$client.query('SELECT account_id FROM seller_accounts WHERE artist_id = ?').values(artistId)[0]?.[0]

/** The balances of the accounts of people at the processor, and that of the platform's own. */
async function held(svc: TestServer, ...people: readonly Person[]): Promise<number[]> {
  const accounts = people.map((person) => accountOf(svc, person))
  return Promise.all(
    [...accounts, null].map(async (account) => {
      const options = typeof account === 'string' ? { stripeAccount: account } : {}
      if (account === undefined) return 0
      const { available, pending } = await shopOf(svc).stripe.balance.retrieve({}, options)
      return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
    }),
  )
}

const owed = (svc: TestServer, { artistId }: Person): number =>
  Number(
    svc.ctx.db.$client
      .query('SELECT coalesce(sum(amount_minor), 0) FROM owed_parts WHERE artist_id = ?')
      .values(artistId)[0]?.[0],
  )

async function agrees(svc: TestServer): Promise<void> {
  const looks = checks.filter(({ name }) => ['ledger', 'reconciling', 'payments', 'payouts'].includes(name))
  for (const { name, problem } of await runChecks(svc.ctx, { looks }))
    expect([name, problem]).toEqual([name, undefined])
  expect(verifyLedger(svc.ctx).problems).toEqual([])
}

describe('A casset of three', () => {
  test('sells, is refunded once, and sells again; every figure of each is right to the cent', async () => {
    const { svc, nova, ada, ben, fans, buy } = await openTrio()
    await using _ = svc
    const trio = [nova, ada, ben]
    const first = await buy(fans[0])
    // The processor takes 59 of 1000 and the platform 100; the shares of 841 are 420.5, 252.3 and
    // 168.2, and the first one gets the odd cent.
    expect(await held(svc, ...trio)).toEqual([421, 252, 168, 100])
    const charges = await shopOf(svc).stripe.charges.list()
    const transfers = await shopOf(svc).stripe.transfers.list()
    expect(charges.data).toMatchObject([{ transfer_group: first.orderId, transfer_data: null }])
    expect(
      new Set(transfers.data.map((each) => [each.transfer_group, each.source_transaction, each.destination].join())),
    ).toEqual(new Set(trio.map((each) => [first.orderId, charges.data[0]?.id, accountOf(svc, each)].join())))

    const second = await buy(fans[1])
    const refund = (who: Person) =>
      svc.call('POST', `/api/studio/sales/${second.orderId}/refund`, { cookie: who.cookie, body: {} })
    expect((await refund(ada)).status).toBe(403)
    expect((await refund(nova)).status).toBe(200)
    await settled(svc)
    // The cost of a refund is theirs: 59 are 29.5, 17.7 and 11.8, and two cents are left over. It
    // is of the first sale.
    expect(await held(svc, ...trio)).toEqual([421 - 31, 252 - 17, 168 - 11, 100])
    expect(trio.map((each) => owed(svc, each))).toEqual([0, 0, 0])
    await buy(fans[2])
    expect(await held(svc, ...trio)).toEqual([421 + 390, 252 + 235, 168 + 157, 200])
    expect(trio.map((each) => owed(svc, each))).toEqual([0, 0, 0])

    const sums: number[] = []
    for (const [person, net, part] of [
      [nova, 811, 500],
      [ada, 487, 300],
      [ben, 325, 200],
    ] as const) {
      const { totals, balance, owed: waiting } = await figures(svc, person)
      expect([person.handle, totals.net, balance, waiting]).toEqual([person.handle, net, net, 0])
      sums.push(totals.sales, totals.refunds, totals.processorFees, totals.platformFees)
      const csv = await svc.call('GET', '/api/studio/statistics.csv', { cookie: person.cookie })
      const [names = [], ...rows] = csv.text
        .trim()
        .split('\r\n')
        .map((line) => line.replaceAll('"', '').split(','))
      const sum = rows.reduce((total, cells) => total + Number(cells[names.indexOf('net_minor')]), 0)
      expect([sum, new Set(rows.map((cells) => cells[names.indexOf('seller')]))]).toEqual([net, new Set(['three'])])
      const sold = await svc.call('GET', '/api/studio/sales?limit=2', { cookie: person.cookie })
      const shared = { slug: 'three', part, mayRefund: person === nova }
      expect(Object(sold.json)).toMatchObject({
        sales: [
          { status: 'PAID', shared },
          { status: 'REFUNDED', amount: 1_000, shared },
        ],
      })
      const rest = await svc.call('GET', `/api/studio/sales?limit=2&cursor=${Object(sold.json).nextCursor}`, {
        cookie: person.cookie,
      })
      expect(Object(rest.json)).toMatchObject({ sales: [{ orderId: first.orderId }], nextCursor: null })
      const { json } = await svc.call('GET', '/api/studio/statistics', { cookie: person.cookie })
      expect(Object(json).collects.total).toBe(2)
    }
    const email = svc.ctx.db.$client
      .query("SELECT text_body FROM mails WHERE kind = 'receipt' LIMIT 1")
      .values()[0]?.[0]
    expect(String(email)).toContain('Nova, Ada and Ben (@three)')
    expect(String(email)).toMatch(/TEST-three-\d{4}-000001/)
    await agrees(svc)
  })

  test('is tipped as it is bought, and bears a lost dispute as it earned', async () => {
    const { svc, nova, ada, ben, fans, buy } = await openTrio({ env: {} })
    await using _ = svc
    const [fan = ada] = fans
    await buy(fans[1])
    const body = { amount: 500 }
    const tip = await svc.call('POST', '/api/casset/three/tip', { cookie: fan.cookie, body })
    await confirm(svc, fan, begunOf(tip.json))
    await settled(svc)
    // 941 and 455 less the dispute's 1000 and its fees.
    expect(await held(svc, nova, ada, ben)).toEqual([471 + 228, 282 + 136, 188 + 91, 0])
    const lost = await begin(svc, fan, { slug: 'three' })
    await confirm(svc, fan, lost, card('4000000000000259'))
    await settled(svc)
    const { stripe } = shopOf(svc)
    const [dispute] = (await stripe.disputes.list()).data
    const concerned = "SELECT recipient FROM mails WHERE kind = 'disputed-sale-open' ORDER BY recipient"
    expect(svc.ctx.db.$client.query(concerned).values().flat()).toEqual(
      ['ada', 'ben', 'nova'].map((name) => `${name}@example.com`),
    )
    await stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: 'losing_evidence' },
      submit: true,
    })
    svc.tick(10_000)
    await settled(svc)
    const all = balances(svc)
    const total = ['nova', 'ada', 'ben'].map((name) => (all[name] ?? 0) + (all[`OWED ${name}`] ?? 0))
    // The lost payment, its dispute and the answer cost 1529.5, 917.7 and 611.8 more than they had.
    expect(total).toEqual([699 - 1_531, 418 - 917, 279 - 611])
    await agrees(svc)
  })

  test('is divided as it was agreed when the order was placed, whoever leaves, joins or agrees before it is paid', async () => {
    const { svc, nova, ada, ben, fans, buy } = await openTrio({ env: {} })
    await using _ = svc
    const [fan = ada, other = ada] = fans
    const begun = await begin(svc, fan, { slug: 'three' })
    await leaves(svc, ben)
    const waiting = await begin(svc, other, { slug: 'three' })
    const { json } = await svc.call('POST', '/api/co-cassets/three/splits', {
      cookie: nova.cookie,
      body: { splits: { nova: 10, ada: 90 } },
    })
    const splitsId = Object(json).coCasset.proposal.id
    await svc.call('POST', '/api/co-cassets/three/splits/accept', { cookie: ada.cookie, body: { splitsId } })
    await confirm(svc, fan, begun)
    await settled(svc)
    expect(await held(svc, nova, ada, ben)).toEqual([471, 282, 188, 0])
    // Without ben, 50 and 30 parts are left.
    await confirm(svc, other, waiting)
    await settled(svc)
    expect(await held(svc, nova, ada, ben)).toEqual([471 + 589, 282 + 352, 188, 0])
    await buy(fans[2])
    expect(await held(svc, nova, ada, ben)).toEqual([471 + 589 + 95, 282 + 352 + 846, 188, 0])
    const sales = async (who: Person) =>
      Object((await svc.call('GET', '/api/studio/sales', { cookie: who.cookie })).json).sales.length
    expect([await sales(nova), await sales(ada), await sales(ben)]).toEqual([3, 3, 1])
    await agrees(svc)
  })

  test('keeps the part of the owner of the instance where it came, and owes those who may not sell theirs until they may', async () => {
    const { svc, nova, ada, ben, fans, buy } = await openTrio({ env: { ...percent, SELLERS: 'approved' } })
    await using _ = svc
    makeOwner(svc.ctx, 'ada@example.com')
    const unsold = await ask(svc, fans[0] ?? ada, { slug: 'three' })
    expect(unsold.json).toMatchObject({ code: 'BAD_STATE', hint: expect.stringContaining('let the artist sell') })
    const allow = (who: Person, allowed: boolean) =>
      svc.call('PATCH', `/api/admin/sellers/${who.artistId}`, { cookie: ada.cookie, body: { allowed } })
    await allow(nova, true)
    await buy(fans[0])
    // 841 are divided; ben has to be allowed first, and ada has hers with the percent and what is
    // kept for ben.
    expect(await held(svc, nova)).toEqual([421, 252 + 100 + 168])
    expect([owed(svc, nova), owed(svc, ada), owed(svc, ben)]).toEqual([0, 0, 168])
    expect(rowsOf(svc, 'seller_accounts')).toHaveLength(1)
    expect(Object(await figures(svc, ada))).toMatchObject({ balance: 252, owed: 0 })
    await agrees(svc)

    await allow(ben, true)
    await buy(fans[1])
    expect(await held(svc, nova, ben)).toEqual([842, 336, 504 + 200])
    // After the permission is taken back, what was sold meanwhile waits.
    await allow(ben, false)
    const { paymentIntentId } = await buy(fans[2])
    expect([await held(svc, nova, ben), owed(svc, ben)]).toEqual([[1_263, 336, 756 + 300 + 168], 168])
    await shopOf(svc).stripe.refunds.create({ payment_intent: paymentIntentId })
    await settled(svc)
    expect(owed(svc, ben)).toBe(-11)
    await allow(nova, false)
    expect((await ask(svc, fans[3] ?? ada, { slug: 'three' })).json).toMatchObject({ code: 'BAD_STATE' })
    await agrees(svc)
  })

  test('sells while one of them can be paid, and not when nobody can', async () => {
    const { svc, nova, ada, ben, fans, buy } = await openTrio({ env: {} })
    await using _ = svc
    await buy(fans[0])
    const restrict = (...people: Person[]) => {
      for (const { artistId } of people) {
        svc.ctx.db.$client.run('UPDATE seller_accounts SET ready = 0 WHERE artist_id = ?', [artistId])
      }
    }
    restrict(nova, ben)
    await buy(fans[1])
    expect([await held(svc, nova, ada, ben), owed(svc, nova), owed(svc, ben)]).toEqual([
      [471, 564, 188, 471 + 188],
      471,
      188,
    ])
    restrict(ada)
    const refused = await ask(svc, fans[2] ?? ada, { slug: 'three' })
    expect(refused).toMatchObject({ status: 409, json: { hint: expect.stringContaining('set up payouts') } })
    const page = await svc.call('GET', '/@three', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    // The accounts can be paid again, so what was owed is sent.
    svc.ctx.db.$client.run('UPDATE seller_accounts SET ready = 1')
    await buy(fans[2])
    svc.tick(dayMs)
    await settled(svc)
    await agrees(svc)
  })

  test('is rebuilt with its parts where an older copy of the database has lost the order', async () => {
    using folder = temporaryFolder()
    const options = { env: { PAYMENTS: 'test', ...percent }, dataDir: folder.path }
    const trio = await openTrio(options)
    const people = [trio.nova, trio.ada, trio.ben]
    const copy = backUp(trio.svc)
    await trio.buy(trio.fans[0])
    await leaves(trio.svc, trio.ben)
    // The processor dates a payment by the second.
    const partsIn = (svc: TestServer) => rowsOf(svc, 'order_parts').map((row) => ({ ...Object(row), paid_at: 0 }))
    const [known, parts] = [balances(trio.svc), partsIn(trio.svc)]
    expect(parts).toHaveLength(3)
    await using svc = await restore(trio.svc, copy, options)
    expect([rowsOf(svc, 'orders'), rowsOf(svc, 'seller_accounts')]).toEqual([[], []])
    expect(await doctorOf(svc.dataDir, options.env, 'reconciling', { fix: true })).toMatchObject({ ok: true })
    await settled(svc)
    expect([balances(svc), partsIn(svc)]).toEqual([known, parts])
    expect(rowsOf(svc, 'seller_accounts')).toHaveLength(3)
    expect(await held(svc, ...people)).toEqual([421, 252, 168, 100])
    await agrees(svc)
  })

  test('lets a new seller take their part of it within their limits', async () => {
    const { svc, fans } = await openTrio({ env: { NEW_SELLER_MAX_PRICE: '6', NEW_SELLER_DAILY_SUM: '9' } })
    await using _ = svc
    // nova's discount takes 5 off 10 dollars; it would take 6.50 off 13.
    const ada = fans[0] ?? fans[1]
    if (!ada) return
    expect((await ask(svc, ada, { slug: 'three', amount: 1_300 })).json).toMatchObject({
      error: expect.stringContaining('at most $6'),
    })
    await collect(svc, ada, undefined, { slug: 'three' })
    const next = await ask(svc, fans[1] ?? ada, { slug: 'three' })
    expect(next.json).toMatchObject({ error: expect.stringContaining('today’s limit') })
  })
})

const leaves = (svc: TestServer, { cookie }: Person) =>
  svc.call('POST', '/api/co-cassets/three/leave', { cookie, body: {} })

const begunOf = (json: unknown) => {
  const { orderId, paymentIntentId, clientSecret } = Object(json)
  return { orderId: String(orderId), paymentIntentId: String(paymentIntentId), clientSecret: String(clientSecret) }
}
