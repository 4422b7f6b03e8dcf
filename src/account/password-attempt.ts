import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { type LimitName, refill, spend, unspend } from '../http/limiter.ts'
import { noteLockOut } from '../security/note-security.ts'
import { actorOfDevice, isKnownTo } from './device.ts'
import type { Client } from './session.ts'

type Bucket = readonly [limit: LimitName, actor: string]

/** A password that is tried: what its failures are counted by, and whether that is the account's own or anybody's. */
export type Attempt = {
  password: string
  hash: string | null
  buckets: readonly Bucket[]
  isOwn: boolean
  userId: string | null
  client: Client
}

const ofStrangers = (email: string, address: string): Bucket[] => [
  ['sign-in-failure', `${email} ${address}`],
  ['sign-in-failure-of-email', email],
]

const ofOwn = (actor: string): Bucket[] => [
  ['own-failure', actor],
  ['own-failure-an-hour', actor],
]

/**
 * What a sign-in is counted by: 5 failures a minute for an email from one address and 50 an hour for it from anywhere, or,
 * in a browser that signed in to that account before, its own 5 a minute and 20 an hour (rule 2.13).
 */
export function signInBuckets(
  email: string,
  account: { userId: string; passwordHash: string | null } | undefined,
  { address, device }: Client,
): Pick<Attempt, 'buckets' | 'isOwn'> {
  return account && isKnownTo(device, account)
    ? { buckets: ofOwn(actorOfDevice(device, account.userId)), isOwn: true }
    : { buckets: ofStrangers(email, address), isOwn: false }
}

/** What the old password is counted by when a session changes it. */
export const sessionBuckets = (sessionId: string) => ({ buckets: ofOwn(`session:${sessionId}`), isOwn: true })

/** Forgets the failures of strangers for an email, and of the address that proved to read its mail. */
export function forgetFailures(ctx: Ctx, email: string, address: string): void {
  for (const [limit, actor] of ofStrangers(email, address)) refill(ctx.limiter, limit, actor)
}

/**
 * Whether a password is right, with failures counted. Each try is counted before it is made and given back when it was no
 * failure, so that a hundred at once are no way around. Throws RATE_LIMIT, whether or not there is such an account.
 */
export async function tryPassword(ctx: Ctx, attempt: Attempt): Promise<boolean> {
  const { password, hash, buckets, isOwn } = attempt
  spendAll(ctx, attempt)
  try {
    const isRight = await ctx.passwords.matches(password, hash, isOwn)
    if (isRight) giveBack(ctx, buckets)
    return isRight
  } catch (error) {
    giveBack(ctx, buckets)
    throw error
  }
}

/** The one answer to a wrong email and a wrong password. */
export const wrongPassword = () => new AppError('UNAUTHENTICATED', 'The address or the password is wrong.')

function spendAll(ctx: Ctx, { buckets, userId, client: { address, userAgent } }: Attempt): void {
  for (const [index, [limit, actor]] of buckets.entries()) {
    try {
      spend(ctx.limiter, limit, actor)
    } catch (error) {
      giveBack(ctx, buckets.slice(0, index))
      if (!(error instanceof AppError) || error.code !== 'RATE_LIMIT') throw error
      noteLockOut(ctx, { userId, address, userAgent }, limit)
      throw tooManyTries(error.detail.retryAfter ?? 1)
    }
  }
}

function giveBack(ctx: Ctx, buckets: readonly Bucket[]): void {
  for (const [limit, actor] of buckets) unspend(ctx.limiter, limit, actor)
}

const tooManyTries = (retryAfter: number) =>
  new AppError('RATE_LIMIT', 'Too many tries.', {
    retryAfter,
    hint: `Wait ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}, or set a new password by mail.`,
  })
