import { expect, test } from 'bun:test'
import { createKeyedHash } from '../../src/lib/hash/keyed-hash.ts'
import { createTokenBuckets } from '../../src/lib/turn/token-bucket.ts'
import { inTree } from '../support/tree.ts'

const start = 1_700_000_000_000
const hash = createKeyedHash(7, 11)

test('a bucket gives its burst at once, then one token each interval', () => {
  const { take } = createTokenBuckets(1024, hash)
  const rate = { perMinute: 30, burst: 10 }
  expect(Array.from({ length: 11 }, () => take('ada', rate, start))).toEqual([...Array(10).fill(0), 2])
  expect(take('ada', rate, start + 1_999)).toBe(1)
  expect(take('ada', rate, start + 2_000)).toBe(0)
  expect(take('ada', rate, start + 2_000)).toBe(2)
})

test('a wait that Retry-After names is long enough, and one second less is not', () => {
  for (const perMinute of [7, 10, 60, 61, 300]) {
    const { take } = createTokenBuckets(1024, hash)
    for (let n = 0; n < perMinute; n += 1) expect(take('x', { perMinute }, start)).toBe(0)
    const wait = take('x', { perMinute }, start)
    expect(wait).toBeGreaterThan(0)
    if (wait > 1) expect(take('x', { perMinute }, start + (wait - 1) * 1000)).toBeGreaterThan(0)
    expect(take('x', { perMinute }, start + wait * 1000)).toBe(0)
  }
})

test('an emptied bucket says the seconds until it is full, whatever the fractions of the clock', () => {
  for (let n = 1; n <= 200; n += 1) {
    const { take, levelOf } = createTokenBuckets(1024, hash)
    const nowMs = 4_321.987 + n * 1.137
    for (let taken = 0; taken < 30; taken += 1) take('x', { perMinute: 30 }, nowMs)
    expect(levelOf('x', { perMinute: 30 }, nowMs)).toEqual({ left: 0, fullInSec: 60 })
  }
})

test('a refused request costs nothing', () => {
  const { take } = createTokenBuckets(1024, hash)
  for (let n = 0; n < 60; n += 1) take('x', { perMinute: 60 }, start)
  for (let n = 0; n < 1000; n += 1) expect(take('x', { perMinute: 60 }, start)).toBe(1)
  expect(take('x', { perMinute: 60 }, start + 1000)).toBe(0)
})

test('buckets of different keys do not touch one another', () => {
  const { take } = createTokenBuckets(2 ** 12, hash)
  for (let actor = 0; actor < 200; actor += 1) {
    for (let n = 0; n < 5; n += 1) expect(take(`actor ${actor}`, { perMinute: 5 }, start)).toBe(0)
    expect(take(`actor ${actor}`, { perMinute: 5 }, start)).toBe(12)
  }
})

test('a bucket that takes the place of another in a full row begins full', () => {
  const { take } = createTokenBuckets(8, hash)
  for (let actor = 0; actor < 8; actor += 1) {
    for (let n = 0; n < 5; n += 1) take(`actor ${actor}`, { perMinute: 5 }, start)
  }
  const newcomer = Array.from({ length: 6 }, () => take('newcomer', { perMinute: 5 }, start))
  expect(newcomer).toEqual([0, 0, 0, 0, 0, 12])
})

test('a million addresses do not grow the memory by 64 MB', () => {
  // In a process of its own, whose memory nothing else fills or frees meanwhile.
  const measure = `
    import { createKeyedHash } from '${inTree('src/lib/hash/keyed-hash.ts')}'
    import { createTokenBuckets } from '${inTree('src/lib/turn/token-bucket.ts')}'
    const before = process.memoryUsage.rss()
    const { take } = createTokenBuckets(2 ** 20, createKeyedHash(7, 11))
    for (let n = 0; n < 1_000_000; n += 1) take('v1 10.' + (n >> 16) + '.' + ((n >> 8) & 255) + '.' + (n & 255), { perMinute: 60 }, ${start})
    Bun.gc(true)
    console.log(process.memoryUsage.rss() - before)`
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, '-e', measure])
  expect(exitCode).toBe(0)
  expect(Number(stdout)).toBeLessThan(64e6)
})

test('a spent bucket survives a flood of other addresses', () => {
  const { take } = createTokenBuckets(2 ** 12, hash)
  for (let n = 0; n < 60; n += 1) take('attacker', { perMinute: 60 }, start)
  for (let n = 0; n < 20_000; n += 1) take(`flood ${n}`, { perMinute: 60 }, start)
  expect(take('attacker', { perMinute: 60 }, start)).toBe(1)
})
