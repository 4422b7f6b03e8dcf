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
