export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

// How far the ids of a busy millisecond may be ahead of their time.
const aheadMs = 1_000

/** Returns a UUIDv7 (RFC 9562) of a time in milliseconds and 10 random bytes. */
export function uuidV7(nowMs: number, random: Uint8Array): string {
  const tail = Buffer.from(random)
  tail[0] = 0x70 | ((tail[0] ?? 0) & 0x0f)
  tail[2] = 0x80 | ((tail[2] ?? 0) & 0x3f)
  const hex = nowMs.toString(16).padStart(12, '0') + tail.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * Creates the ids of one process: each is above the previous one, even within a millisecond (RFC
 * 9562 section 6.2, a counter of 12 bits that starts at random in its lower half; when it
 * overflows, the next millisecond begins early). When the clock is set back they keep rising,
 * unless `rises` is false: then they follow the clock.
 */
export function createUuids(
  now: () => number,
  random: (bytes: number) => Uint8Array,
  { rises = true } = {},
): () => string {
  let lastMs = Number.NEGATIVE_INFINITY
  let counter = 0
  return () => {
    const nowMs = now()
    const tail = random(10)
    const [high = 0, low = 0] = tail
    // Even then, ids that are only a few full milliseconds ahead stay in order.
    const goesOn = nowMs <= lastMs && (rises || lastMs - nowMs < aheadMs)
    const isFull = goesOn && counter === 0xfff
    const ms = goesOn ? lastMs + (isFull ? 1 : 0) : nowMs
    counter = goesOn && !isFull ? counter + 1 : ((high & 0x07) << 8) | low
    lastMs = ms
    tail.set([counter >> 8, counter & 0xff])
    return uuidV7(ms, tail)
  }
}

/** Returns the lower bound of all UUIDv7 of this time and later; it is not a UUID itself. */
export const uuidFloor = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Returns when a UUIDv7 was made (ms). */
export const timeOfUuid = (uuid: string): number => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)

/** Anything else in a path is simply not found (rule: ids-and-times). */
export const isUuidV7 = (text: string): boolean => uuidPattern.test(text)
