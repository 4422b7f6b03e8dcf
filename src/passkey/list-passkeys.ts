import { count, desc, eq } from 'drizzle-orm'
import { users } from '../../db/schema/account.ts'
import { passkeys, recoveryCodes } from '../../db/schema/passkey.ts'
import type { Ctx } from '../context.ts'
import type { Passkey, Passkeys } from './model.ts'

const listed = 20

type Row = Pick<typeof passkeys.$inferSelect, 'id' | 'name' | 'createdAt' | 'usedAt'>

/** Returns a passkey as its owner sees it. */
export const toPasskey = ({ id, name, createdAt, usedAt }: Row): Passkey => ({
  id,
  name,
  createdAt: new Date(createdAt).toISOString(),
  usedAt: usedAt === null ? null : new Date(usedAt).toISOString(),
})

/** Returns a user's passkeys, newest first, and whether signing in asks for one. */
export function listPasskeys(ctx: Ctx, userId: string): Passkeys {
  const own = eq(passkeys.userId, userId)
  const rows = ctx.db.select().from(passkeys).where(own).orderBy(desc(passkeys.id)).limit(listed).all()
  const user = ctx.db.select({ second: users.secondFactor }).from(users).where(eq(users.id, userId)).get()
  const codes = ctx.db.select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)).get()
  return {
    passkeys: rows.map(toPasskey),
    isRequired: user?.second ?? false,
    recoveryCodesLeft: codes?.left ?? 0,
  }
}
