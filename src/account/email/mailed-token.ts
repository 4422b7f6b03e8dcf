import { and, eq, gt, lte } from 'drizzle-orm'
import { mailedTokens } from '../../../db/schema/account/email.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { clockStepMs } from '../session/sign-in-step.ts'

/** How long an emailed link works (rule: emailed-links). */
export const mailedTokenMs = 30 * 60_000

/** The purpose of an emailed link, which is also the kind of its email. */
export type Purpose = (typeof mailedTokens.$inferSelect)['purpose']

export type Owner = { userId: string; email: string }

/** Creates a token of 256 random bits for an email; only its hash is stored. */
export function issueToken(ctx: Ctx, purpose: Purpose, { userId, email }: Owner): string {
  const token = Buffer.from(ctx.random(32)).toString('base64url')
  const now = ctx.now()
  ctx.db.delete(mailedTokens).where(lte(mailedTokens.expiresAt, now)).run()
  const row = { tokenHash: sha256Hex(token), userId, purpose, email, createdAt: now, expiresAt: now + mailedTokenMs }
  ctx.db.insert(mailedTokens).values(row).run()
  return token
}

/** Throws VALIDATION for `token` when it is unknown, used, expired or for another purpose. */
export function ownerOfToken(ctx: Ctx, purpose: Purpose, token: string): Owner {
  const whereValid = and(
    eq(mailedTokens.tokenHash, sha256Hex(token)),
    eq(mailedTokens.purpose, purpose),
    gt(mailedTokens.expiresAt, ctx.now()),
    // A token made while the clock was ahead would last until that time comes.
    lte(mailedTokens.createdAt, ctx.now() + clockStepMs),
  )
  const row = ctx.db.select().from(mailedTokens).where(whereValid).get()
  if (!row)
    throw invalid(
      'token',
      say('This link no longer works.'),
      say('A link works once, for half an hour. Ask for a new one.'),
    )
  return { userId: row.userId, email: row.email }
}

/** Deletes a token, together with all others of the same user and purpose. */
export function useToken(ctx: Ctx, purpose: Purpose, token: string): Owner {
  const owner = ownerOfToken(ctx, purpose, token)
  endTokens(ctx, purpose, owner.userId)
  return owner
}

export function endTokens(ctx: Ctx, purpose: Purpose, userId: string): void {
  const whereSame = and(eq(mailedTokens.userId, userId), eq(mailedTokens.purpose, purpose))
  ctx.db.delete(mailedTokens).where(whereSame).run()
}

/** Deletes those that were made while the clock was ahead: they would last until that time. */
export const endEarlyTokens = ({ db, now }: Ctx): void =>
  void db
    .delete(mailedTokens)
    .where(gt(mailedTokens.createdAt, now() + clockStepMs))
    .run()
