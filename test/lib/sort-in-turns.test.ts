import { expect, test } from 'bun:test'
import { sortInTurns } from '../../src/lib/turn/sort-in-turns.ts'

test.each([0, 1, 200, 201, 999, 5000])(
  '%i items are sorted as at once, equals in their order, in small steps',
  async (count) => {
    const items = Array.from({ length: count }, (_, at) => ({ key: (at * 7919) % 100, at }))
    let [compared, most] = [0, 0]
    const compare = (a: { key: number }, b: { key: number }) => {
      compared += 1
      return a.key - b.key
    }
    const sorted = await sortInTurns(items, compare, async () => {
      most = Math.max(most, compared)
      compared = 0
    })
    expect(sorted).toEqual(items.toSorted((a, b) => a.key - b.key))
    expect(Math.max(most, compared)).toBeLessThan(200 * 10)
  },
)
