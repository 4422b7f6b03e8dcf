import { eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { type LimitName, refill, spend, unspend } from '../../platform/http/limiter.ts'
import { noteLockOut } from '../../platform/security/note-security.ts'
import { actorOfDevice, isKnownTo } from '../session/device.ts'
import type { Client } from '../session/session.ts'
import { passwordsOf } from './password.ts'

type Bucket = readonly [limit: LimitName, actor: string]

/** `isOwn`: the account knows the browser. */
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
 * Returns the limits of a sign-in: 5 failures a minute for an email from one address and 50 an hour
 * for that email from anywhere. A browser that signed in to that account before has its own limit,
 * 5 a minute and 20 an hour (rule: password-attempts).
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

export const sessionBuckets = (sessionId: string) => ({ buckets: ofOwn(`session:${sessionId}`), isOwn: true })

/** Clears the failures of an email address, and of the network address that proved to read it. */
export function forgetFailures(ctx: Ctx, email: string, address: string): void {
  for (const [limit, actor] of ofStrangers(email, address)) refill(ctx.limiter, limit, actor)
}

/**
 * Returns whether a password is right, and counts failures. Each try is counted before it is made
 * and refunded when it succeeds, so that concurrent tries cannot exceed the limit. Throws
 * RATE_LIMIT, whether or not the account exists.
 */
export async function tryPassword(ctx: Ctx, attempt: Attempt): Promise<boolean> {
  const { password, hash, buckets, isOwn } = attempt
  spendAll(ctx, attempt)
  try {
    const isRight = (await passwordsOf(ctx).matches(password, hash, isOwn)) && isPresent(ctx, attempt)
    if (isRight) giveBack(ctx, buckets)
    return isRight
  } catch (error) {
    giveBack(ctx, buckets)
    throw error
  }
}

/** Whether the verified hash is still the account's: it may have been replaced meanwhile. */
function isPresent({ db }: Ctx, { userId, hash }: Attempt): boolean {
  const user = db
    .select({ hash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId ?? ''))
    .get()
  return user?.hash === hash
}

export const wrongPassword = () => new AppError('UNAUTHENTICATED', say('The email address or the password is wrong.'))

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
  new AppError('RATE_LIMIT', say('Too many attempts.'), {
    retryAfter,
    hint: say('Wait {retryAfter, plural, one {# second} other {# seconds}}, or reset your password by email.', {
      retryAfter,
    }),
  })
