import { eq, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { assigned, prepared, wholeRow } from './prepared.ts'
import { keptValues } from './schema/platform/platform.ts'

const kept = prepared((db) =>
  db
    .select({ value: keptValues.value })
    .from(keptValues)
    .where(eq(keptValues.name, sql.placeholder('name'))),
)
const add = prepared((db) => db.insert(keptValues).values(wholeRow(keptValues)).onConflictDoNothing())
const put = prepared((db) =>
  db
    .insert(keptValues)
    .values(wholeRow(keptValues))
    .onConflictDoUpdate({ target: keptValues.name, set: { value: assigned('value') } }),
)

/**
 * Returns a value of the instance, created at the first call; when processes start together, the
 * first one's is kept.
 */
export function keptValue(db: Db, name: string, make: () => string): string {
  const known = notedValue(db, name)
  if (known !== undefined) return known
  add(db).run({ name, value: make() })
  return notedValue(db, name) ?? keptValue(db, name, make)
}

/** Returns a value that was stored before; undefined for none. */
export const notedValue = (db: Db, name: string): string | undefined => kept(db).get({ name })?.value

/** Stores a value in place of the previous one. */
export const noteValue = (db: Db, name: string, value: string): void => void put(db).run({ name, value })
