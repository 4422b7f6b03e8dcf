import type { KeyedHash } from '../hash/keyed-hash.ts'

const ways = 8
const rowBytes = ways * 16
const roundingMs = 0.01

/** A rate: `perMinute` tokens are added each minute, up to `burst` (default: perMinute). */
export type Rate = { perMinute: number; burst?: number }

/**
 * Returns the whole seconds until this many tokens (default: one) are available, 0 when they were
 * taken. −1 gives one back. `nowMs` must be monotonic: after a step back, buckets would stay empty
 * for too long.
 */
export type Take = (key: string, rate: Rate, nowMs: number, tokens?: number) => number

/** The level of a bucket: whole tokens, and the seconds until it is full again. */
export type Level = { readonly left: number; readonly fullInSec: number }

export type TokenBuckets = { take: Take; levelOf(key: string, rate: Rate, nowMs: number): Level }

/**
 * Token buckets for any number of keys in a fixed block of memory (16 bytes a slot; 2^20 slots = 16
 * MB). A bucket is stored as the moment at which it will be full again, which is equivalent to its
 * level. Slots are found by a keyed 64-bit hash, eight to a row; a full row evicts the bucket
 * nearest to full, which loses least. A row is the eight hashes followed by the eight moments: two
 * arrays of their own would be two waits for memory at each request.
 */
export function createTokenBuckets(slots: number, hash: KeyedHash): TokenBuckets {
  if (slots < ways || !Number.isInteger(Math.log2(slots)))
    throw new RangeError('slots must be a power of two, at least 8')
  const memory = new ArrayBuffer((slots / ways) * rowBytes)
  const words = new Int32Array(memory)
  const moments = new Float64Array(memory)
  const rowMask = slots / ways - 1
  const wanted = new Int32Array(2)

  const momentOf = (key: string): number => {
    hash(key, wanted)
    const low = wanted[0] ?? 0
    const high = wanted[1] ?? 0
    // Two words of a hash and one moment are eight bytes each.
    const row = (low & rowMask) * ways * 2
    let spare = row
    for (let slot = row; slot < row + ways; slot += 1) {
      if (words[slot * 2] === low && words[slot * 2 + 1] === high) return slot + ways
      if ((moments[slot + ways] ?? 0) < (moments[spare + ways] ?? 0)) spare = slot
    }
    words[spare * 2] = low
    words[spare * 2 + 1] = high
    moments[spare + ways] = 0
    return spare + ways
  }

  const take: Take = (key, { perMinute, burst = perMinute }, nowMs, tokens = 1) => {
    const tokenMs = 60_000 / perMinute
    const at = momentOf(key)
    const next = Math.max(moments[at] ?? 0, nowMs) + tokens * tokenMs
    const waitMs = next - nowMs - burst * tokenMs
    // Sums of current milliseconds are off by some ten-thousandths: rounding, not debt.
    if (waitMs > roundingMs) return Math.ceil((waitMs - roundingMs) / 1000)
    moments[at] = next
    return 0
  }

  const levelOf = (key: string, { perMinute, burst = perMinute }: Rate, nowMs: number): Level => {
    const missingMs = Math.max((moments[momentOf(key)] ?? 0) - nowMs - roundingMs, 0)
    const left = Math.floor(burst - (missingMs * perMinute) / 60_000)
    return { left: Math.min(Math.max(left, 0), burst), fullInSec: Math.ceil(missingMs / 1_000) }
  }

  return { take, levelOf }
}
