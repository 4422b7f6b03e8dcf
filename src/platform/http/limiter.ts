import { AppError } from '../../errors.ts'
import { createKeyedHash } from '../../lib/hash/keyed-hash.ts'
import { say } from '../../lib/language/say.ts'
import { createTokenBuckets, type Level, type Rate } from '../../lib/turn/token-bucket.ts'

const usualSlots = 2 ** 20

/**
 * The token buckets of the process, on a monotonic clock. Returns the whole seconds to wait for
 * tokens, 0 when they were taken. A negative number gives tokens back.
 */
export type Limiter = {
  take(key: string, rate: Rate, tokens?: number): number
  levelOf?(key: string, rate: Rate): Level
}

type NamedRate = Rate & { by?: 'address' }

/**
 * Named limits (rule: limits). A bucket belongs to one name and one actor: the viewer, or the
 * address when nobody is signed in or the limit goes `by` address only.
 */
export const rates = {
  v1: { perMinute: 60 },
  'agent-read': { perMinute: 120, by: 'address' },
  'agent-post': { perMinute: 30, by: 'address' },
  'handle-available': { perMinute: 60, by: 'address' },
  'audio-token': { perMinute: 10 },
  player: { perMinute: 1_200 },
  'app-key-failure': { perMinute: 30, by: 'address' },
  auth: { perMinute: 10, by: 'address' },
  'sign-in-failure': { perMinute: 5 },
  'sign-in-failure-of-email': { perMinute: 50 / 60, burst: 50 },
  'own-failure': { perMinute: 5 },
  'own-failure-an-hour': { perMinute: 20 / 60, burst: 20 },
  'notice-to-user': { perMinute: 5 / 60, burst: 5 },
  'mail-to-user': { perMinute: 5 / 60, burst: 5 },
  'email-to-stranger': { perMinute: 5 / 60, burst: 5 },
  'license-answer': { perMinute: 30 / 1_440, burst: 30 },
  'follow-by-email': { perMinute: 3 / 1_440, burst: 3 },
  'email-by-guest': { perMinute: 1, burst: 30, by: 'address' },
  'test-letter': { perMinute: 20 / 60, burst: 20 },
  'invitation-to-user': { perMinute: 5 / 60, burst: 5 },
  report: { perMinute: 10 / 60, burst: 10 },
  redeem: { perMinute: 10 },
  export: { perMinute: 5 / 1_440, burst: 5 },
  upload: { perMinute: 1, burst: 60 },
  'code-batch': { perMinute: 1, burst: 60 },
  'declined-payment': { perMinute: 10 / 60, burst: 10 },
  'declined-payment-of-address': { perMinute: 30 / 60, burst: 30 },
  'webhook-refusal': { perMinute: 1, burst: 3 },
  comment: { perMinute: 30, burst: 10 },
  activity: { perMinute: 1, burst: 1 },
  play: { perMinute: 120 },
  'party-guest': { perMinute: 2, burst: 60, by: 'address' },
  position: { perMinute: 60, burst: 20 },
  write: { perMinute: 60 },
  read: { perMinute: 300 },
} as const satisfies Record<string, NamedRate>

export type LimitName = keyof typeof rates

/**
 * Creates a limiter, of 16 MB as the program has it, which does not grow with the number of
 * addresses.
 */
export function createLimiter(
  random: (bytes: number) => Uint8Array,
  monotonicMs: () => number,
  slots = usualSlots,
): Limiter {
  const key = Buffer.from(random(8))
  const buckets = createTokenBuckets(slots, createKeyedHash(key.readInt32LE(0), key.readInt32LE(4)))
  return {
    take: (key, rate, tokens) => buckets.take(key, rate, monotonicMs(), tokens),
    levelOf: (key, rate) => buckets.levelOf(key, rate, monotonicMs()),
  }
}

export const goesByAddress = (name: LimitName): boolean => {
  const rate: NamedRate = rates[name]
  return rate.by === 'address'
}

/** Throws RATE_LIMIT with the seconds to wait, or UNAVAILABLE when the limiter fails. */
export function spend(limiter: Limiter, name: LimitName, actor: string): void {
  const wait = turn(limiter, name, actor, 1)
  if (wait > 0) {
    throw new AppError('RATE_LIMIT', say('Too many requests. Try again in {wait} s.', { wait }), { retryAfter: wait })
  }
}

/** Throws UNAVAILABLE when the limiter fails. */
export const tryToSpend = (limiter: Limiter, name: LimitName, actor: string): boolean =>
  turn(limiter, name, actor, 1) === 0

/** Takes no token. Throws UNAVAILABLE when the limiter fails. */
export function secondsUntil(limiter: Limiter, name: LimitName, actor: string): number {
  const wait = turn(limiter, name, actor, 1)
  if (wait === 0) unspend(limiter, name, actor)
  return wait
}

const told = new Set<LimitName>(['agent-read', 'agent-post'])

/** Whether answers say how much of the limit is left: of those of programs alone. */
export const isTold = (name: LimitName): boolean => told.has(name)

/**
 * Returns headers about a program's bucket (draft-ietf-httpapi-ratelimit-headers): how many
 * requests it holds, how many are left, and in how many seconds it is full again. Nothing for the
 * limits of people.
 */
export function rateLimitHeaders(limiter: Limiter, name: LimitName, actor: string): Record<string, string> {
  if (!isTold(name)) return {}
  const rate: NamedRate = rates[name]
  const level = limiter.levelOf?.(`${name} ${actor}`, rate)
  if (!level) return {}
  return {
    'ratelimit-policy': `"${name}";q=${rate.burst ?? rate.perMinute};w=60`,
    ratelimit: `"${name}";r=${level.left};t=${level.fullInSec}`,
  }
}

export function refill(limiter: Limiter, name: LimitName, actor: string): void {
  const { perMinute, burst = perMinute }: NamedRate = rates[name]
  turn(limiter, name, actor, -burst)
}

/** Gives a token back for an action that did not happen after all. */
export function unspend(limiter: Limiter, name: LimitName, actor: string): void {
  turn(limiter, name, actor, -1)
}

function turn(limiter: Limiter, name: LimitName, actor: string, tokens: number): number {
  try {
    return limiter.take(`${name} ${actor}`, rates[name], tokens)
  } catch {
    throw new AppError('UNAVAILABLE', say('The service cannot take requests right now.'), { retryAfter: 5 })
  }
}
