import { expect, test } from 'bun:test'
import { eventTypes } from '../src/payment/event-types.ts'
import { openDeck } from './support/money/deck.ts'
import { faultsOf } from './support/money/proof.ts'
import { holdMoney } from './support/money/property.ts'
import { perform, quiet, type Step, startRun } from './support/money/steps.ts'

const bought: Step[] = [
  { do: 'begin', buyer: 0, seller: 1, more: 0, waits: true },
  { do: 'pay', nth: 0, card: 'pendingRefund', waits: true },
]

test('whatever happens to payments, the ledger, the entitlements and the processor agree in the end', async () => {
  await holdMoney(() => openDeck(eventTypes), 50)
}, 60_000)

test('a refund that is called off on its way leaves the casset with its buyer', async () => {
  await using deck = await openDeck(eventTypes)
  const run = startRun(deck)
  const refund: Step = { do: 'refund', nth: 0, part: 'whole', waits: true }
  for (const step of [...bought, refund, { do: 'cancel', nth: 0 } as const]) await perform(run, step)
  await quiet(run)
  expect(await faultsOf(run)).toEqual([])
  const held = deck.ctx.db.$client.query('SELECT status, ended_at FROM purchases').values()
  expect(held).toEqual([['PAID', null]])
})
