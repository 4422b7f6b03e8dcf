import { and, count, eq, gte } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { users } from '../../../db/schema/account/account.ts'
import { identities } from '../../../db/schema/account/identity.ts'
import { passkeys, recoveryCodes } from '../../../db/schema/account/passkey.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { groupedCode, newCode, readCode } from '../../lib/text/spell-code.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { changeUser } from '../change-user.ts'
import type { Client } from '../session/session.ts'
import { mailWays } from './emails.ts'

const howMany = 10

const hashOf = (code: string) => sha256Hex(`recovery ${code}`)
const passkeysOf = (ctx: Ctx, userId: string) =>
  ctx.db.select({ all: count() }).from(passkeys).where(eq(passkeys.userId, userId)).get()?.all ?? 0

/**
 * Requires a passkey at each sign-in from now on, and returns new recovery codes in place of
 * earlier ones; only this answer has them. Throws BAD_STATE without a passkey.
 */
export function requirePasskey(ctx: Ctx, viewer: Viewer, { address, userAgent }: Client): string[] {
  const { userId } = viewer
  const codes = Array.from({ length: howMany }, () => newCode(ctx.random))
  inTransaction(ctx.db, () => {
    if (passkeysOf(ctx, userId) === 0) {
      throw new AppError('BAD_STATE', say('Your account has no passkey yet.'), { hint: say('Add one first.') })
    }
    changeUser(ctx, userId, { secondFactor: true })
    ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run()
    ctx.db
      .insert(recoveryCodes)
      .values(codes.map((code) => ({ codeHash: hashOf(code), userId })))
      .run()
    mailWays(ctx, viewer, () => say('Signing in asks for a passkey from now on'))
  })
  noteSecurity(ctx, 'second_factor_on', { userId, address, userAgent })
  return codes.map(groupedCode)
}

export function stopRequiringPasskey(ctx: Ctx, viewer: Viewer, { address, userAgent }: Client): void {
  const { userId } = viewer
  inTransaction(ctx.db, () => {
    endSecondFactor(ctx, userId)
    mailWays(ctx, viewer, () => say('Signing in no longer asks for a passkey'))
  })
  noteSecurity(ctx, 'second_factor_off', { userId, address, userAgent })
}

/** Uses up a recovery code of a user. Returns false for any other text. */
export function takeRecoveryCode(ctx: Ctx, userId: string, typed: string): boolean {
  const code = readCode(typed)
  if (code === null) return false
  const which = and(eq(recoveryCodes.codeHash, hashOf(code)), eq(recoveryCodes.userId, userId))
  return ctx.db.delete(recoveryCodes).where(which).returning().get() !== undefined
}

/**
 * Removes a passkey. Throws NOT_FOUND, and BAD_STATE for the last one where signing in requires
 * one, or where there is no other way in (rule: last-way-in).
 */
export function removePasskey(ctx: Ctx, viewer: Viewer, id: string, { address, userAgent }: Client): void {
  const { userId } = viewer
  inTransaction(ctx.db, () => {
    const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
    if (!ctx.db.delete(passkeys).where(own).returning().get()) throw notFound('passkey')
    mailWays(ctx, viewer, () => say('A passkey was removed from your account'))
    if (passkeysOf(ctx, userId) > 0) return
    const user = ctx.db.select().from(users).where(eq(users.id, userId)).get()
    if (user?.secondFactor) {
      const hint = say('Stop asking for a passkey first, or add another one.')
      throw new AppError('BAD_STATE', say('Signing in asks for this passkey.'), { hint })
    }
    const linked = ctx.db.select({ provider: identities.provider }).from(identities)
    if (user?.passwordHash === null && !linked.where(eq(identities.userId, userId)).get()) {
      const hint = say('Set a password first: use “Forgot password?” on the sign-in page.')
      throw new AppError('BAD_STATE', say('This is the only way into your account.'), { hint })
    }
  })
  noteSecurity(ctx, 'passkey_removed', { userId, address, userAgent })
}

function endSecondFactor(ctx: Ctx, userId: string): void {
  changeUser(ctx, userId, { secondFactor: false })
  ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run()
}

/**
 * Removes the passkeys that were added since a moment (a time in ms), or all, and returns how many.
 * When none is left, signing in no longer requires one. Called in a transaction.
 */
export function removePasskeysSince(ctx: Ctx, userId: string, since = 0): number {
  const whose = and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since))
  const removed = ctx.db.delete(passkeys).where(whose).returning({ id: passkeys.id }).all()
  if (passkeysOf(ctx, userId) === 0) endSecondFactor(ctx, userId)
  return removed.length
}
