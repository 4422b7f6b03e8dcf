import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
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

/**
 * Returns all that is kept by an address of somebody without an account, for their request of data
 * (rule: guests-by-address). Throws VALIDATION.
 */
export function readGuest({ db, ...ctx }: Ctx, typed: string): GuestData {
  const email = addressIn(typed)
  const lists: [string, unknown[]][] = []
  for (const { ofAddress } of personalOf({ db })) {
    for (const [name, list] of Object.entries(ofAddress?.lists ?? {})) {
      // Raw: the rooms write these lists as SQL, as those of an export.
      lists.push([name, db.$client.query<unknown, { email: string }>(list).all({ email })])
    }
  }
  ctx.log.info('data of an address read', { lists: lists.filter(([, rows]) => rows.length > 0).length })
  return { email, lists: Object.fromEntries(lists.filter(([, rows]) => rows.length > 0)) }
}

/**
 * Erases an address wherever it is kept without an account; the books stay, and so do the links
 * that open what was bought. Throws VALIDATION.
 */
export function eraseGuest(ctx: Ctx, typed: string): void {
  const email = addressIn(typed)
  inTransaction(ctx.db, () => {
    for (const { ofAddress } of personalOf(ctx)) ofAddress?.forget(ctx, email)
  })
}
