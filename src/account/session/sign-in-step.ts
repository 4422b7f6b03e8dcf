import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { signInSteps } from '../../../db/schema/account/session.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'

/** How far a time server may set the clock back before links and started sign-ins are refused. */
export const clockStepMs = 60_000

const stepMs = 10 * 60_000
const mostTries = 10

export type Step = typeof signInSteps.$inferSelect
type Purpose = Step['purpose']

export type BegunStep = { step: string; challenge: string }

const word = (ctx: Ctx) => Buffer.from(ctx.random(32)).toString('base64url')

/** Starts a step of ten minutes. Only its browser gets the token. */
export function beginStep(ctx: Ctx, purpose: Purpose, userId: string | null): BegunStep {
  const [step, challenge, now] = [word(ctx), word(ctx), ctx.now()]
  const row = { tokenHash: sha256Hex(step), purpose, userId, challenge, createdAt: now, expiresAt: now + stepMs }
  inTransaction(ctx.db, () => {
    ctx.db.delete(signInSteps).where(lte(signInSteps.expiresAt, now)).run()
    ctx.db.insert(signInSteps).values(row).run()
  })
  return { step, challenge }
}

/** Counts a try. Throws BAD_STATE for an unknown or expired step, and after too many tries. */
export function tryStep(ctx: Ctx, purpose: Purpose | readonly Purpose[], token: string): Step {
  const now = ctx.now()
  const which = and(
    eq(signInSteps.tokenHash, sha256Hex(token)),
    inArray(signInSteps.purpose, [purpose].flat()),
    gt(signInSteps.expiresAt, now),
    // A step made while the clock was ahead would last until that time comes.
    lte(signInSteps.createdAt, now + clockStepMs),
    lt(signInSteps.tries, mostTries),
  )
  const tries = sql`${signInSteps.tries} + 1`
  const found = ctx.db.update(signInSteps).set({ tries }).where(which).returning().get()
  if (!found) throw new AppError('BAD_STATE', say('That took too long.'), { hint: say('Start again.') })
  return found
}

/** Returns false when another request ended it a moment ago: what it allows happens once. */
export const endStep = (ctx: Ctx, { tokenHash }: Step): boolean =>
  ctx.db.delete(signInSteps).where(eq(signInSteps.tokenHash, tokenHash)).returning().get() !== undefined
