import { eq, inArray } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account.ts'
import type { Ctx } from '../context.ts'
import { addressForms } from '../mail/address.ts'

/** The account that a mail address belongs to, however it is written; undefined when there is none. */
export function userByEmail(ctx: Ctx, typed: string) {
  const forms = addressForms(typed)
  if (forms.length === 0) return undefined
  const rows = ctx.db
    .select({
      userId: users.id,
      email: users.email,
      passwordHash: users.passwordHash,
      artistId: artists.id,
      handle: artists.handle,
      displayName: artists.displayName,
    })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(inArray(users.email, [...forms]))
    .all()
  return rows.find(({ email }) => email === forms[0]) ?? rows[0]
}
