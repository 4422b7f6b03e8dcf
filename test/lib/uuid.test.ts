import { expect, test } from 'bun:test'
import { createUuids, isUuidV7, uuidFloor } from '../../src/lib/hash/uuid.ts'

const start = 1_700_000_000_000
const highest = (bytes: number) => new Uint8Array(bytes).fill(0xff)

test('ids rise within a millisecond and from one to the next, whatever the dice say', () => {
  const calls = Array.from({ length: 3_000 }, (_, call) => call)
  const times = calls.map((call) => start + Math.floor(call / 900))
  const dice = (bytes: number) => new Uint8Array(bytes).fill(calls.pop() ?? 0)
  const uuid = createUuids(() => times.shift() ?? 0, dice)
  const ids = Array.from({ length: 3_000 }, uuid)
  expect(ids.every(isUuidV7)).toBeTrue()
  expect(new Set(ids).size).toBe(3_000)
  expect(ids.toSorted()).toEqual(ids)
  expect([uuidFloor(start) < (ids[0] ?? ''), (ids.at(-1) ?? '') < uuidFloor(start + 4)]).toEqual([true, true])
})

test('a millisecond has room for two thousand ids in order, and begins the next when it has no more', () => {
  for (const rises of [true, false]) {
    const uuid = createUuids(() => start, highest, { rises })
    const ids = Array.from({ length: 6_000 }, uuid)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(6_000)
    expect([(ids[2_048] ?? '') < uuidFloor(start + 1), (ids.at(-1) ?? '') < uuidFloor(start + 3)]).toEqual([true, true])
    expect(ids.every(isUuidV7)).toBeTrue()
  }
})

test('ids go on rising when the clock is set back, and when it passes that time again', () => {
  let now = start
  const uuid = createUuids(() => now, highest)
  const steps = [0, -1, -5_000, 10, -2 * 86_400_000, 1, 86_400_000, 86_400_000, 5_000]
  const ids = steps.flatMap((step) => {
    now += step
    return Array.from({ length: 100 }, uuid)
  })
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an id that things are found by is of its time, also when the clock is set back', () => {
  let now = start
  const uuid = createUuids(() => now, highest, { rises: false })
  expect(uuid() >= uuidFloor(start)).toBeTrue()
  now -= 1_000
  const [first, second] = [uuid(), uuid()]
  expect([first < uuidFloor(start), first < second]).toEqual([true, true])
})
