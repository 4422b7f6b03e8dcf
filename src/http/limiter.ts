import { AppError } from '../errors.ts'
import { createTokenBuckets, type Rate } from '../lib/token-bucket.ts'

const slots = 2 ** 20

/**
 * The buckets of the whole process, by a clock of their own that nobody sets: whole seconds to wait for a token, 0 when
 * it was taken. fewer than 0 are given back.
 */
export type Limiter = { take(key: string, rate: Rate, tokens?: number): number }

type NamedRate = Rate & { by?: 'address' }

/**
 * Named limits (rule 2.12). A bucket belongs to one name and one actor: the viewer, or the address when nobody
 * is signed in or the limit goes `by` address alone.
 */
export const rates = {
  v1: { perMinute: 60 },
  'handle-available': { perMinute: 60, by: 'address' },
  'audio-token': { perMinute: 10 },
  auth: { perMinute: 10, by: 'address' },
  'sign-in-failure': { perMinute: 5 },
  'sign-in-failure-of-email': { perMinute: 50 / 60, burst: 50 },
  'own-failure': { perMinute: 5 },
  'own-failure-an-hour': { perMinute: 20 / 60, burst: 20 },
  'notice-to-user': { perMinute: 5 / 60, burst: 5 },
  'mail-to-user': { perMinute: 5 / 60, burst: 5 },
  redeem: { perMinute: 10 },
  upload: { perMinute: 1, burst: 60 },
  'code-batch': { perMinute: 1, burst: 60 },
  write: { perMinute: 60 },
  read: { perMinute: 300 },
} as const satisfies Record<string, NamedRate>

export type LimitName = keyof typeof rates

/** A limiter of 16 MB that a million addresses do not grow. */
export function createLimiter(random: (bytes: number) => Uint8Array, monotonicMs: () => number): Limiter {
  const take = createTokenBuckets(slots, Buffer.from(random(8)).readBigUInt64LE())
  return { take: (key, rate, tokens) => take(key, rate, monotonicMs(), tokens) }
}

/** Whether a named limit goes by address also for those who are signed in. */
export const goesByAddress = (name: LimitName): boolean => {
  const rate: NamedRate = rates[name]
  return rate.by === 'address'
}

/** Takes a token of the actor's bucket. Throws RATE_LIMIT with the seconds to wait, or UNAVAILABLE when the limiter fails. */
export function spend(limiter: Limiter, name: LimitName, actor: string): void {
  const wait = turn(limiter, name, actor, 1)
  if (wait > 0) {
    throw new AppError('RATE_LIMIT', `Too many requests. Try again in ${wait} s.`, { retryAfter: wait })
  }
}

/** Fills a bucket again. */
export function refill(limiter: Limiter, name: LimitName, actor: string): void {
  const { perMinute, burst = perMinute }: NamedRate = rates[name]
  turn(limiter, name, actor, -burst)
}

/** Gives a token back that was taken for what then did not happen. */
export function unspend(limiter: Limiter, name: LimitName, actor: string): void {
  turn(limiter, name, actor, -1)
}

function turn(limiter: Limiter, name: LimitName, actor: string, tokens: number): number {
  try {
    return limiter.take(`${name} ${actor}`, rates[name], tokens)
  } catch {
    throw new AppError('UNAVAILABLE', 'The service cannot take requests right now.', { retryAfter: 5 })
  }
}
