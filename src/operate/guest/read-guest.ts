import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { readAddress } from '../../platform/mail/address.ts'
import { personalOf } from '../../platform/personal.ts'
import type { GuestData } from './model.ts'

/** Throws VALIDATION. */
function addressIn(typed: string): string {
  const email = readAddress(typed)
  if (email === undefined) throw invalid('email', say('Enter a valid email address.'))
  return email
}

/** Half of an account would go: emails that wait for it, its withdrawals, what it follows. */
function refuseConfirmed({ db }: Ctx, email: string): void {
  const isConfirmed = and(eq(users.email, email), isNotNull(users.emailVerifiedAt))
  if (!db.select({ id: users.id }).from(users).where(isConfirmed).get()) return
  throw new AppError('BAD_STATE', say('There is already an account with this email address.'), {
    hint: say('Delete that account under People: its address goes with it.'),
  })
}

/**
 * Returns all that is kept by an address of somebody without an account, for their request of data
 * (rule: guests-by-address). Throws VALIDATION.
 */
export function readGuest(ctx: Ctx, typed: string): GuestData {
  const email = addressIn(typed)
  const lists: [string, unknown[]][] = []
  for (const { ofAddress } of personalOf(ctx)) {
    for (const [name, list] of Object.entries(ofAddress?.lists ?? {})) {
      // Raw: the rooms write these lists as SQL, as those of an export.
      lists.push([name, ctx.db.$client.query<unknown, { email: string }>(list).all({ email })])
    }
  }
  ctx.log.info('data of an address read', { lists: lists.filter(([, rows]) => rows.length > 0).length })
  return { email, lists: Object.fromEntries(lists.filter(([, rows]) => rows.length > 0)) }
}

/**
 * Erases an address wherever it is kept without an account; the books stay, and so do the links
 * that open what was bought. It goes by turns, and can be done again where it was interrupted.
 * `requireStill` throws where its author may not do this any more. Throws VALIDATION, and BAD_STATE
 * where an account confirmed it.
 */
export async function eraseGuest(ctx: Ctx, typed: string, requireStill: () => void): Promise<void> {
  const email = addressIn(typed)
  for (const { ofAddress } of personalOf(ctx)) {
    let isLeft = ofAddress !== undefined
    while (isLeft) {
      isLeft = await ctx.jointly(() => {
        requireStill()
        refuseConfirmed(ctx, email)
        ofAddress?.forget?.(ctx, email)
        return ofAddress?.forgetSome?.(ctx, email) ?? false
      })
    }
  }
}
