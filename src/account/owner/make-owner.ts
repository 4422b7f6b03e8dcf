import { sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { prepared } from '../../../db/prepared.ts'
import { users } from '../../../db/schema/account/account.ts'
import { setupTokens } from '../../../db/schema/account/owner.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { changeUser } from '../change-user.ts'
import { isArtistSuspended } from '../suspended.ts'
import { userByEmail } from '../user-by-email.ts'

/** `previous` is the email of the former owner, if that was somebody else. */
export type Ownership = { email: string; previous: string | null; changed: boolean }

/** The condition of the owner of the instance, as the index has it: no other user is read. */
export const whereOwner = sql`${users.role} = 'owner'`

const owner = prepared((db) =>
  db
    .select({ userId: users.id, email: sql<string>`${users.email}` })
    .from(users)
    .where(whereOwner),
)

/** Returns the user who owns the instance; undefined without one. */
export const ownerOf = (ctx: Ctx) => owner(ctx.db).get()

/**
 * Makes an account the owner, in place of the former one; the set-up link stops working. Throws
 * NOT_FOUND, and BAD_STATE for a suspended one: nothing at the desk would be open to it.
 */
export function makeOwner(ctx: Ctx, typed: string): Ownership {
  return inTransaction(ctx.db, () => {
    const user = userByEmail(ctx, typed)
    if (!user) {
      throw new AppError('NOT_FOUND', say('There is no account with the email address "{typed}".', { typed }), {
        hint: say('Sign up first.'),
      })
    }
    if (isArtistSuspended(ctx, user.artistId)) {
      throw new AppError('BAD_STATE', say('The account of {email} is suspended.', { email: user.email }), {
        hint: say('End the suspension at the desk first.'),
      })
    }
    const before = ownerOf(ctx)
    const changed = before?.userId !== user.userId
    if (changed) {
      if (before) changeUser(ctx, before.userId, { role: 'member' })
      changeUser(ctx, user.userId, { role: 'owner', helperRole: null })
    }
    ctx.db.delete(setupTokens).run()
    return { email: user.email, previous: changed ? (before?.email ?? null) : null, changed }
  })
}

export function ownershipText({ email, previous, changed }: Ownership): string {
  if (!changed) return say('{email} is already the owner.', { email })
  if (previous === null) return say('{email} is the owner now.', { email })
  return say('{email} is the owner now. {previous} was the owner before, and keeps an ordinary account.', {
    email,
    previous,
  })
}
