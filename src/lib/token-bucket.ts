import type { KeyedHash } from './keyed-hash.ts'

const ways = 8
const roundingMs = 0.01

/** A rate: `perMinute` tokens are added each minute, up to `burst` (default: perMinute). */
export type Rate = { perMinute: number; burst?: number }

/**
 * Returns the whole seconds until so many tokens (default: one) are available, 0 when they were taken. −1 gives one
 * back. `nowMs` must be monotonic: after a step back, buckets would stay empty for too long.
 */
export type Take = (key: string, rate: Rate, nowMs: number, tokens?: number) => number

/**
 * Token buckets for any number of keys in a fixed block of memory (16 bytes a slot; 2^20 slots = 16 MB). A bucket is
 * stored as the moment at which it will be full again, which is equivalent to its level. Slots are found by a keyed
 * 64-bit hash, eight to a row; a full row evicts the bucket nearest to full, which loses least.
 */
export function createTokenBuckets(slots: number, hash: KeyedHash): Take {
  if (slots < ways || !Number.isInteger(Math.log2(slots)))
    throw new RangeError('slots must be a power of two, at least 8')
  // The two halves of the hash of the key that a slot belongs to.
  const owners = new Int32Array(slots * 2)
  const fullAt = new Float64Array(slots)
  const rowMask = slots / ways - 1
  const wanted = new Int32Array(2)

  const slotOf = (key: string): number => {
    hash(key, wanted)
    const low = wanted[0] ?? 0
    const high = wanted[1] ?? 0
    const row = (low & rowMask) * ways
    let spare = row
    for (let slot = row; slot < row + ways; slot += 1) {
      if (owners[slot * 2] === low && owners[slot * 2 + 1] === high) return slot
      if ((fullAt[slot] ?? 0) < (fullAt[spare] ?? 0)) spare = slot
    }
    owners[spare * 2] = low
    owners[spare * 2 + 1] = high
    fullAt[spare] = 0
    return spare
  }

  return (key, { perMinute, burst = perMinute }, nowMs, tokens = 1) => {
    const tokenMs = 60_000 / perMinute
    const slot = slotOf(key)
    const next = Math.max(fullAt[slot] ?? 0, nowMs) + tokens * tokenMs
    const waitMs = next - nowMs - burst * tokenMs
    // Sums of current milliseconds are off by some ten-thousandths: rounding, not debt.
    if (waitMs > roundingMs) return Math.ceil((waitMs - roundingMs) / 1000)
    fullAt[slot] = next
    return 0
  }
}
