import { expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import Stripe from 'stripe'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { verifyLedger } from '../../src/books/ledger/verify-ledger.ts'
import { testLimitMs } from '../support/limits.ts'
import type { ServerOptions, TestServer } from '../support/server.ts'
import { begin, card, confirm, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const cards = { plain: '4242424242424242', disputed: '4000000000000259', inquired: '4000000000001976' } as const

const nth = fc.nat({ max: 2 })
const anySale = fc.record({
  do: fc.constant('sell'),
  amount: fc.integer({ min: 700, max: 20_000 }),
  card: fc.constantFrom('plain', 'disputed', 'inquired'),
})
const anyStep = fc.oneof(
  { weight: 3, arbitrary: anySale },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund'), nth, part: fc.constantFrom('whole', 'third', 'cent') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('judge'),
      nth,
      words: fc.constantFrom('winning', 'losing', 'escalate_inquiry'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pay out'), keeps: fc.nat({ max: 500 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('rate'), usd: fc.double({ min: 0.5, max: 2, noNaN: true }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tick'), days: fc.constantFrom(1, 3) }) },
)
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** The sums of the ledger's accounts of a kind, by currency. */
function sums({ ctx }: TestServer, where: string): Record<string, number> {
  const rows = ctx.db.$client
    .query<{ currency: string; total: number }, []>(
      `SELECT a.currency, sum(e.amount_minor) AS total FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
       WHERE ${where} GROUP BY a.currency`,
    )
    .all()
  return Object.fromEntries(rows.map(({ currency, total }) => [currency, total]))
}

type Shop = { svc: TestServer; nova: Person; boss: Person }

/**
 * The sums that are the owner's own: what they have sold, and what they keep of what others sell.
 */
const ownersPart = ({ svc, boss }: Shop) =>
  sums(svc, `a.kind = 'PLATFORM' OR a.kind = 'ARTIST' AND a.artist_id = '${boss.artistId}'`)

async function perform({ svc }: Shop, step: Step, sold: string[]): Promise<void> {
  const { stripe, test: processor } = shopOf(svc)
  if (step.do === 'sell') {
    const buyer = cast(svc.ctx, `buyer${svc.ctx.uuid().slice(-12)}`, { published: false })
    const started = await begin(svc, buyer, { slug: 'nova', amount: step.amount })
    await confirm(svc, buyer, started, card(cards[step.card]))
    sold.push(started.paymentIntentId)
  } else if (step.do === 'tick') svc.tick(step.days * 86_400_000)
  else if (step.do === 'rate') await processor.setExchangeRate('eur', step.usd)
  else if (step.do === 'pay out') {
    const account = svc.ctx.db.$client.query('SELECT account_id FROM seller_accounts').values()[0]?.[0]
    const theirs = { stripeAccount: String(account) }
    for (const { amount, currency } of (await stripe.balance.retrieve({}, theirs)).available) {
      if (amount > step.keeps) await stripe.payouts.create({ amount: amount - step.keeps, currency }, theirs)
    }
  } else {
    const payment_intent = sold[step.nth % Math.max(1, sold.length)]
    if (payment_intent === undefined) return
    if (step.do === 'refund') {
      const { amount } = await stripe.paymentIntents.retrieve(payment_intent)
      const parts = { whole: {}, third: { amount: Math.floor(amount / 3) }, cent: { amount: 1 } }
      await stripe.refunds.create({ payment_intent, ...parts[step.part] })
    } else {
      const { data } = await stripe.disputes.list({ payment_intent })
      const evidence = { uncategorized_text: `${step.words}_evidence` }
      for (const { id } of data) await stripe.disputes.update(id, { evidence, submit: true })
    }
  }
}

const isNo = (error: unknown) => {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
}

async function holds(options: ServerOptions, runs: number): Promise<void> {
  const { svc, nova } = await openShop(options)
  await using _ = svc
  const boss = cast(svc.ctx, 'boss', { priceMinor: 700 })
  await addReadyTrack(svc.ctx, boss.cassetId, 'Own')
  makeOwner(svc.ctx, 'boss@example.com')
  const shop = { svc, nova, boss }
  const own = await begin(svc, nova, { slug: 'boss' })
  await confirm(svc, nova, own)
  await settled(svc)
  const anySteps = fc.array(anyStep, { minLength: 3, maxLength: 12, size: 'max' })
  const property = fc.asyncProperty(anySale, anySteps, async (first, steps) => {
    const before = ownersPart(shop)
    const sold: string[] = []
    for (const step of [first, ...steps]) {
      await perform(shop, step, sold).catch(isNo)
      svc.tick(6_000)
      await settled(svc)
      for (const [currency, total] of Object.entries(ownersPart(shop))) {
        expect(total).toBeGreaterThanOrEqual(before[currency] ?? 0)
      }
    }
    const { available, pending } = await shopOf(svc).stripe.balance.retrieve()
    const there: Record<string, number> = {}
    for (const { amount, currency } of [...available, ...pending]) there[currency] = (there[currency] ?? 0) + amount
    const [mine, owed] = [ownersPart(shop), sums(svc, "a.kind = 'OWED'")]
    for (const currency of new Set([...Object.keys(there), ...Object.keys(mine), ...Object.keys(owed)])) {
      const here = (mine[currency] ?? 0) + (owed[currency] ?? 0)
      expect([currency, here]).toEqual([currency, there[currency] ?? 0])
    }
    expect(verifyLedger(svc.ctx).problems).toEqual([])
  })
  await fc.assert(property, { numRuns: runs, seed: 20261122, endOnFailure: true })
}

const limiter = { take: () => 0 }

test('a sum that an account in another currency cannot give back whole is asked of it a few times, not cent by cent', async () => {
  const testProcessor = { currency: 'eur', convertsCharges: true }
  const { svc, nova } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' }, limiter, testProcessor })
  await using _ = svc
  const shop = { svc, nova, boss: nova }
  const sold: string[] = []
  const steps: Step[] = [
    { do: 'rate', usd: 0.5 },
    { do: 'sell', amount: 709, card: 'plain' },
    { do: 'tick', days: 3 },
    { do: 'pay out', keeps: 207 },
    { do: 'refund', nth: 0, part: 'whole' },
  ]
  for (const step of steps) {
    await perform(shop, step, sold)
    svc.tick(6_000)
    await settled(svc)
  }
  const counted = "SELECT count(*) FROM ledger_postings WHERE kind = 'TRANSFER_REVERSAL'"
  const reversals = Number(svc.ctx.db.$client.query(counted).values()[0]?.[0])
  expect(reversals).toBeGreaterThan(0)
  expect(reversals).toBeLessThan(5)
})

test("no sale, refund or dispute of a guest artist, in any order, leaves the instance's owner with less than before", async () => {
  for (const PLATFORM_FEE_PERCENT of ['0', '12.5']) await holds({ env: { PLATFORM_FEE_PERCENT }, limiter }, 3)
})

test('nor does it where the balance is in another currency, however its rate moves', async () => {
  const testProcessor = { currency: 'eur', convertsCharges: true }
  for (const PLATFORM_FEE_PERCENT of ['0', '10']) {
    await holds({ env: { PLATFORM_FEE_PERCENT }, limiter, testProcessor }, 3)
  }
})
