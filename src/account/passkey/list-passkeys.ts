import { count, desc, eq } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import { passkeys, recoveryCodes } from '../../../db/schema/account/passkey.ts'
import type { Ctx } from '../../context.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import type { Passkey, Passkeys } from './model.ts'

/** The most passkeys of one person (rule: passkeys). */
export const mostOfPerson = 20

type Row = Pick<typeof passkeys.$inferSelect, 'id' | 'name' | 'createdAt' | 'usedAt'>

export const toPasskey = ({ id, name, createdAt, usedAt }: Row): Passkey => ({
  id,
  name,
  createdAt: new Date(createdAt).toISOString(),
  usedAt: isoOf(usedAt),
})

const ownPasskeys = (ctx: Ctx, userId: string) => {
  const own = eq(passkeys.userId, userId)
  return ctx.db.select().from(passkeys).where(own).orderBy(desc(passkeys.id)).limit(mostOfPerson).all()
}

export const credentialIdsOf = (ctx: Ctx, userId: string): string[] =>
  ownPasskeys(ctx, userId).map(({ credentialId }) => credentialId)

export function listPasskeys(ctx: Ctx, userId: string): Passkeys {
  const user = ctx.db.select({ second: users.secondFactor }).from(users).where(eq(users.id, userId)).get()
  const codes = ctx.db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).get()
  return {
    passkeys: ownPasskeys(ctx, userId).map(toPasskey),
    isRequired: user?.second ?? false,
    recoveryCodesLeft: codes?.left ?? 0,
  }
}
