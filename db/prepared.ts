import type { SQLQueryBindings } from 'bun:sqlite'
import { getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './open.ts'

/**
 * Returns a function that returns a value kept for a database: created at its first use, and kept
 * as long as the database.
 */
export function perDatabase<Kept extends object>(make: (db: Db) => Kept): (db: Db) => Kept {
  const kept = new WeakMap<Db, Kept>()
  return (db) => {
    const known = kept.get(db)
    if (known) return known
    const made = make(db)
    kept.set(db, made)
    return made
  }
}

/**
 * Returns a function that gives the prepared statement of a query. Building a query at each call
 * leaves some hundred kilobytes to the garbage collector: two hundred listeners at once were fifty
 * megabytes.
 *
 * A condition of a partial index must be a literal in the SQL text, since SQLite does not look at
 * parameters for it.
 */
export const prepared = <Statement extends object>(query: (db: Db) => { prepare(): Statement }) =>
  perDatabase((db) => query(db).prepare())

/**
 * Returns a function that returns the statement of raw SQL, for cases where Drizzle has no word:
 * name the case above it, after "Raw:". `Row` is unchecked.
 */
export const rawStatement = <Row, Values extends SQLQueryBindings | SQLQueryBindings[] = []>(text: string) =>
  perDatabase((db) => db.$client.query<Row, Values>(text))

/**
 * Returns the values of an INSERT that takes a whole row: for each column of the table a
 * placeholder of its name.
 */
export function wholeRow<Table extends SQLiteTable>(
  table: Table,
): { [Column in keyof Table['$inferSelect']]: Placeholder }
/** The same for every table: drizzle's types want each column by name. */
export function wholeRow(table: SQLiteTable): Record<string, Placeholder> {
  return Object.fromEntries(Object.keys(getTableColumns(table)).map((name) => [name, sql.placeholder(name)]))
}

/** Returns a placeholder for the SET of an UPDATE, where drizzle's types want SQL. */
export const assigned = (name: string): SQL => sql`${sql.placeholder(name)}`
