import { expect, setDefaultTimeout, test } from 'bun:test'
import { testLimitMs } from '../support/limits.ts'
import { openDeck } from '../support/order/deck.ts'
import type { Density } from '../support/order/density.ts'
import { hold, holdMoney } from '../support/order/property.ts'
import { allGoods } from '../support/order/run-goods.ts'
import type { StepOf } from '../support/order/steps.ts'
import { createWire, type Wire } from '../support/test-processor/stripe-wire.ts'

setDefaultTimeout(testLimitMs)

let density: Density
let wire: Wire

test('whatever happens to payments, the processor, the ledger and the entitlements agree in the end', async () => {
  wire = await createWire()
  density = await holdMoney((setting) => openDeck(setting, wire), {
    runs: allGoods.length + 1,
    seed: 112,
    shrinks: false,
  })
})

test('requests, answers and events of those runs are as Stripe publishes them', () => {
  expect([...wire.faults]).toEqual([])
  const operations = [...wire.passed].filter((name) => name.endsWith(' 200'))
  const events = [...wire.passed].filter((name) => name.startsWith('event '))
  expect([operations.length > 25, events.length > 15]).toEqual([true, true])
})

// How often an owner refunds more, or a refund waits for money, depends on how busy the machine is:
// refund-covered.test.ts has those.
test('there is much of everything in those runs', () => {
  const least = {
    payments: 20,
    refunds: 10,
    'refunds by the artist': 3,
    transfers: 8,
    'transfer reversals': 1,
    'free casset': 1,
    'paid casset': 8,
    'paid single': 3,
    'paid everything': 2,
    'paid gift': 1,
    'gifts taken': 1,
    'paid with a code': 1,
    'paid emoji': 1,
    'paid tip': 2,
    'paid license': 1,
    'held by guests': 1,
    'claimed by accounts': 1,
    'accounts deleted': 3,
    payout: 2,
    bills: 1,
    'restored copies': 1,
    'runs with lost webhooks': 1,
    exchange: 20,
    'disputes won': 1,
    'disputes answered and won': 1,
  }
  const found = Object.keys(least).map((name) => [name, density.get(name) ?? 0] as const)
  expect(found.filter(([name, amount]) => amount < (Reflect.get(least, name) ?? 0))).toEqual([])
})

const bought: StepOf<'buy'> = {
  do: 'buy',
  buyer: 0,
  seller: 1,
  goods: 'casset',
  more: 0,
  card: 'pendingRefund',
  pays: 'at once',
  isReferred: false,
  hasCode: false,
  waits: true,
}

test('a refund that is called off on its way leaves the casset with its buyer', async () => {
  await using deck = await openDeck({ feePercent: '10', settlesIn: 'each', fees: 'at once' })
  const refund: StepOf<'refund'> = { do: 'refund', nth: 0, part: 'whole', waits: true }
  await hold(deck, [bought, refund, { do: 'cancel refund', nth: 0 }], { switchesMode: true })
  const held = deck.ctx.db.$client.query("SELECT status, ended_at FROM purchases WHERE mode = 'test-key'").values()
  expect(held).toEqual([['PAID', null]])
})

test('a refund by the artist after a dispute that was won takes the sale back once', async () => {
  await using deck = await openDeck({ feePercent: '10', settlesIn: 'each', fees: 'at once' })
  const refund: StepOf<'refund by artist'> = {
    do: 'refund by artist',
    nth: 0,
    part: 'whole',
    outage: undefined,
    isOwners: false,
    waits: true,
  }
  const disputed = { ...bought, card: 'createDispute' } as const
  const verified = { do: 'verify', nth: 0, waits: true } as const
  // The dispute has cost more than the sale: there has to be money of another one.
  const another = { ...bought, buyer: 1, more: 4_301, card: 'bypassPending' } as const
  const steps = [disputed, verified, { do: 'move dispute', nth: 0, to: 1 } as const, verified, another, refund]
  await hold(deck, steps, { switchesMode: true })
  expect(deck.ctx.db.$client.query("SELECT status FROM purchases WHERE mode = 'test-key'").values()).toEqual([
    ['REFUNDED'],
    ['PAID'],
  ])
})
