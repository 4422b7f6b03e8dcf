import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { toAccount } from './artist.ts'
import { personOf } from './person-of.ts'
import type { Account } from './shape.ts'

/** Returns a user's account as sign-in answers it. Throws NOT_FOUND. */
export function accountOf(ctx: Ctx, userId: string): Account {
  const person = personOf(ctx, userId)
  if (!person || person.email === null) throw notFound('account')
  return toAccount({ ...person, email: person.email })
}
