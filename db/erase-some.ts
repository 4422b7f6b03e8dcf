import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { prepared } from './prepared.ts'

/**
 * Returns the statement that deletes `limit` rows which name a person: `whose` is the column that does, `of` whether by
 * their account or their artist. `key` is the primary key of the table, or what makes it one together with `whose`.
 */
export const eraseSome = (key: SQLiteColumn, whose: SQLiteColumn, of: 'userId' | 'artistId') =>
  prepared((db) => {
    const isTheirs = eq(whose, sql.placeholder(of))
    const some = db.select({ key }).from(key.table).where(isTheirs).limit(sql.placeholder('limit'))
    return db
      .delete(key.table)
      .where(and(key.primary ? undefined : isTheirs, inArray(key, some)))
      .returning({ key })
  })
