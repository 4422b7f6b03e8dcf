import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { spend, unspend } from '../http/limiter.ts'

/**
 * Whether a password is right, with failures counted: 5 a minute for an email from one address, 50 an hour for an email
 * from anywhere (contract 2). Each try is counted before it is made and given back when it was no failure, so that a
 * hundred at once are no way around. Throws RATE_LIMIT, whether or not there is such an account.
 */
export async function tryPassword(
  ctx: Ctx,
  { email, address, password, hash }: { email: string; address: string; password: string; hash: string | null },
): Promise<boolean> {
  const here = `${email} ${address}`
  const giveBack = () => {
    unspend(ctx.limiter, 'sign-in-failure', here)
    unspend(ctx.limiter, 'sign-in-failure-of-email', email)
  }
  spend(ctx.limiter, 'sign-in-failure', here)
  try {
    spend(ctx.limiter, 'sign-in-failure-of-email', email)
  } catch (error) {
    unspend(ctx.limiter, 'sign-in-failure', here)
    throw error
  }
  try {
    const isRight = await ctx.passwords.matches(password, hash)
    if (isRight) giveBack()
    return isRight
  } catch (error) {
    giveBack()
    throw error
  }
}

/** The one answer to a wrong email and a wrong password. */
export const wrongPassword = () => new AppError('UNAUTHENTICATED', 'The address or the password is wrong.')
