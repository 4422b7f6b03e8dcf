import { expect, setDefaultTimeout, test } from 'bun:test'
import { testLimitMs } from '../support/limits.ts'
import { openKilledDeck } from '../support/order/killed-deck.ts'
import { perform } from '../support/order/perform.ts'
import { calm, startRun } from '../support/order/run.ts'

setDefaultTimeout(testLimitMs)

test('a program killed between taking back and refunding does each once when it is asked again', async () => {
  await using deck = await openKilledDeck({ feePercent: '10', settlesIn: 'each', fees: 'at once' })
  const { stripe, outages } = deck.processor
  const run = startRun(deck)
  for (const buyer of [0, 1]) {
    await perform(run, {
      do: 'buy',
      buyer,
      seller: 1,
      goods: 'casset',
      more: 0,
      card: 'bypassPending',
      pays: 'at once',
      isReferred: false,
      hasCode: false,
      waits: true,
    })
  }
  await calm(run)
  const sent = async () => {
    const { data } = await stripe.transfers.list()
    return data.reduce((sum, { amount, amount_reversed: back }) => sum + amount - back, 0)
  }
  const refunds = async () => (await stripe.refunds.list()).data.length
  const before = await sent()
  outages.push(...Array.from({ length: 30 }, () => 'slow' as const))
  const refund = { do: 'refund by artist', nth: 0, part: 'whole', outage: undefined, isOwners: false } as const
  await perform(run, { ...refund, waits: false })
  while ((await sent()) === before) await Bun.sleep(1)
  await deck.crash()
  outages.length = 0
  const atCrash = [await refunds(), before - (await sent())]
  await calm(run)
  await perform(run, { ...refund, waits: true })
  await calm(run)
  expect(atCrash[0]).toBe(0)
  expect([await refunds(), before - (await sent())]).toEqual([1, 630])
})
