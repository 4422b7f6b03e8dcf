import { and, eq, inArray, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { prepared } from './prepared.ts'

/**
 * Returns the statement that deletes `limit` rows that name a person: `whose` is the column that
 * names them, `of` tells whether by account or by artist. `key` is the primary key of the table, or
 * the columns that form it together with `whose`.
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
