import { eq } from 'drizzle-orm'
import type { Db } from './open.ts'
import { keptValues } from './schema/platform/platform.ts'

/** Returns a value of the instance, made at the first call; of processes that start together, the first one's is kept. */
export function keptValue(db: Db, name: string, make: () => string): string {
  const read = () => db.select().from(keptValues).where(eq(keptValues.name, name)).get()?.value
  const kept = read()
  if (kept !== undefined) return kept
  db.insert(keptValues).values({ name, value: make() }).onConflictDoNothing().run()
  return read() ?? keptValue(db, name, make)
}
