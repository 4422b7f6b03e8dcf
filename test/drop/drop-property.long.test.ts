import { expect, setDefaultTimeout, test } from 'bun:test'
import { holdDrops } from '../support/drop/property.ts'
import { testLimitMs } from '../support/limits.ts'
import { openDeck } from '../support/order/deck.ts'

setDefaultTimeout(testLimitMs)

test('whatever happens to drops: paid, returned and fees are what was funded, and nobody is paid twice', async () => {
  const ends = await holdDrops(openDeck, { runs: 3, seed: 20261122, shrinks: false })
  expect([...ends.keys()]).toContain('PAID')
  expect([...ends.keys()]).toContain('CANCELLED')
})
