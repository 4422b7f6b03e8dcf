import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../db/prepared.ts'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import type { Language } from '../lib/language/languages.ts'

/** A person with an account. `email` is null once their account was deleted. */
export type Person = {
  userId: string
  artistId: string
  handle: string
  displayName: string
  email: string | null
  /** When they confirmed that the address is theirs (ms); null: not yet. */
  verifiedAt: number | null
  /** The language that they chose; null: none. */
  language: Language | null
}

const byUserId = prepared((db) =>
  db
    .select({
      userId: users.id,
      artistId: artists.id,
      handle: artists.handle,
      displayName: artists.displayName,
      email: users.email,
      verifiedAt: users.emailVerifiedAt,
      language: users.language,
    })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.id, sql.placeholder('userId'))),
)

export const personOf = ({ db }: Pick<Ctx, 'db'>, userId: string): Person | undefined => byUserId(db).get({ userId })

const byAddress = prepared((db) =>
  db
    .select({
      handle: artists.handle,
      displayName: artists.displayName,
      verifiedAt: users.emailVerifiedAt,
      language: users.language,
    })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.email, sql.placeholder('email'))),
)

// As long as a handle, and nothing of which a mail program makes a link.
const wordsAlone = /^(?=.{1,30}$)[\p{L}\p{M}]+(?:[ '’&-]{1,3}[\p{L}\p{M}]+)*\.?$/su

/** Whether a name says no more than a handle can, so that it advertises to nobody. */
export const isNameAlone = (displayName: string): boolean => wordsAlone.test(displayName)

/**
 * Returns the name that greets somebody in their emails: the display name, or the handle where
 * nobody confirmed the address and the name says more than a handle can, since it could advertise
 * to the real owner of the address (rule: called-by-name).
 */
export const greetedAs = ({
  displayName,
  handle,
  verifiedAt,
}: Pick<Person, 'displayName' | 'handle' | 'verifiedAt'>) =>
  verifiedAt !== null || isNameAlone(displayName) ? displayName : handle

/** Returns how the account of an address is written to; undefined where it has none. */
export function readerOf({ db }: Pick<Ctx, 'db'>, address: string) {
  const found = byAddress(db).get({ email: address })
  return found && { name: greetedAs(found), language: found.language }
}
