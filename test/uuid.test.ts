import { expect, test } from 'bun:test'
import { createUuids, isUuidV7, uuidFloor } from '../src/lib/uuid.ts'

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

test('a millisecond has room for two thousand ids in order, and keeps its time when it has no more', () => {
  const uuid = createUuids(() => start, highest)
  const ids = Array.from({ length: 2_049 }, uuid)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(2_049)
  expect(uuid() < uuidFloor(start + 1)).toBeTrue()
})

test('a clock that goes back gives ids of its time', () => {
  let now = start
  const uuid = createUuids(() => now, highest)
  expect(uuid() >= uuidFloor(start)).toBeTrue()
  now -= 1_000
  expect(uuid() < uuidFloor(start)).toBeTrue()
})
