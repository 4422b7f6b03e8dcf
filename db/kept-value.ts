import { eq } from 'drizzle-orm'
import type { Db } from './open.ts'
import { keptValues } from './schema/platform/platform.ts'

/**
 * Returns a value of the instance, created at the first call; when processes start together, the
 * first one's is kept.
 */
export function keptValue(db: Db, name: string, make: () => string): string {
  const kept = notedValue(db, name)
  if (kept !== undefined) return kept
  db.insert(keptValues).values({ name, value: make() }).onConflictDoNothing().run()
  return notedValue(db, name) ?? keptValue(db, name, make)
}

/** Returns a value that was stored before; undefined for none. */
export const notedValue = (db: Db, name: string): string | undefined =>
  db.select().from(keptValues).where(eq(keptValues.name, name)).get()?.value

/** Stores a value in place of the previous one. */
export const noteValue = (db: Db, name: string, value: string): void =>
  void db
    .insert(keptValues)
    .values({ name, value })
    .onConflictDoUpdate({ target: keptValues.name, set: { value } })
    .run()
