import { and, count, eq, gte } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { users } from '../../../db/schema/account/account.ts'
import { identities } from '../../../db/schema/account/identity.ts'
import { passkeys } from '../../../db/schema/account/passkey.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { queueEmail } from '../../platform/mail/queue-email.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { mailWays } from '../passkey/emails.ts'
import type { Client } from '../session/session.ts'
import { type ProviderName, providerNames } from './config.ts'
import { providerOf } from './connect.ts'
import { linkedEmail } from './emails.ts'
import type { Identity } from './model.ts'

type Provided = { provider: ProviderName; subject: string; email: string | null }

/** Returns the user to whom a provider's account is linked; undefined when nobody has linked it. */
export function userOfIdentity(ctx: Ctx, { provider, subject }: Provided): string | undefined {
  const which = and(eq(identities.provider, provider), eq(identities.subject, subject))
  return ctx.db.select({ userId: identities.userId }).from(identities).where(which).get()?.userId
}

/**
 * Links a provider's account to a user, in the transaction of its cause. Returns false when the
 * user already has another account of that provider.
 */
export function insertIdentity(ctx: Ctx, userId: string, provided: Provided): boolean {
  const row = { ...provided, userId, createdAt: ctx.now() }
  return ctx.db.insert(identities).values(row).onConflictDoNothing().returning().get() !== undefined
}

/** Notifies the owner of an account of a new way to sign in, by email and in their activity. */
export function notifyOfLink(ctx: Ctx, userId: string, provider: ProviderName, { address, userAgent }: Client): void {
  const user = ctx.db.select({ email: users.email }).from(users).where(eq(users.id, userId)).get()
  if (user?.email) queueEmail(ctx, linkedEmail(ctx, user.email, providerOf(ctx, provider).label))
  noteSecurity(ctx, 'identity_linked', { userId, address, userAgent }, { provider })
}

export function listIdentities(ctx: Ctx, userId: string): Identity[] {
  const rows = ctx.db.select().from(identities).where(eq(identities.userId, userId)).orderBy(identities.provider).all()
  return rows.map(({ provider, email, createdAt }) => ({
    provider,
    email,
    createdAt: new Date(createdAt).toISOString(),
  }))
}

/**
 * Unlinks a provider's account and tells its owner by email. Throws NOT_FOUND, and BAD_STATE when
 * it is the only way to sign in (rule: last-way-in).
 */
export function unlinkIdentity(ctx: Ctx, viewer: Viewer, name: string, { address, userAgent }: Client): void {
  const { userId } = viewer
  const provider = providerNames.find((each) => each === name)
  if (!provider) throw notFound('linked account')
  inTransaction(ctx.db, () => {
    const own = eq(identities.userId, userId)
    const gone = ctx.db
      .delete(identities)
      .where(and(own, eq(identities.provider, provider)))
      .returning()
      .get()
    if (!gone) throw notFound('linked account')
    const user = ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get()
    const { others } = ctx.db.select({ others: count() }).from(identities).where(own).get() ?? { others: 0 }
    const passkey = ctx.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).get()
    if (others === 0 && !passkey && (user?.hash ?? null) === null) {
      const hint = say('Set a password first: use “Forgot password?” on the sign-in page.')
      throw new AppError('BAD_STATE', say('This is the only way into your account.'), { hint })
    }
    const { label = provider } = ctx.config.providers.find((each) => each.name === provider) ?? {}
    mailWays(ctx, viewer, () => say('{label} was unlinked from your account', { label }))
  })
  noteSecurity(ctx, 'identity_unlinked', { userId, address, userAgent }, { provider })
}

/** Removes linked accounts that were added since a moment (a time in ms), or all of them. */
export const endIdentities = ({ db }: Ctx, userId: string, since = 0): void =>
  void db
    .delete(identities)
    .where(and(eq(identities.userId, userId), gte(identities.createdAt, since)))
    .run()
