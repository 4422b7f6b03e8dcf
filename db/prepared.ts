import type { SQLQueryBindings, Statement } from 'bun:sqlite'
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { and, eq, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
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

type Column<Table extends SQLiteTable> = keyof Table['$inferSelect'] & string

/** Gives a statement that finds rows by the values of some of their columns. */
type Lookup<Table extends SQLiteTable, Part extends Column<Table>, By extends Column<Table>> = (db: Db) => {
  get(values: Pick<Table['$inferSelect'], By>): Pick<Table['$inferSelect'], Part> | undefined
  all(values: Pick<Table['$inferSelect'], By>): Pick<Table['$inferSelect'], Part>[]
}

function lookup(table: SQLiteTable, by: readonly string[], isRead: (name: string) => boolean) {
  const columns = Object.entries(getTableColumns(table))
  const equal = columns.filter(([name]) => by.includes(name)).map(([name, each]) => eq(each, sql.placeholder(name)))
  const read = Object.fromEntries(columns.filter(([name]) => isRead(name)))
  return prepared((db) =>
    db
      .select(read)
      .from(table)
      .where(and(...equal)),
  )
}

/** Prepares a statement for the rows of a table that have these values in the columns `by`. */
export function rowsBy<Table extends SQLiteTable, By extends Column<Table>>(
  table: Table,
  ...by: readonly By[]
): Lookup<Table, Column<Table>, By>
export function rowsBy(table: SQLiteTable, ...by: readonly string[]): unknown {
  return lookup(table, by, () => true)
}

/** Like `rowsBy`, with only the columns `parts` of the rows. */
export function partsBy<Table extends SQLiteTable, Part extends Column<Table>, By extends Column<Table>>(
  table: Table,
  parts: readonly Part[],
  ...by: readonly By[]
): Lookup<Table, Part, By>
export function partsBy(table: SQLiteTable, parts: readonly string[], ...by: readonly string[]): unknown {
  return lookup(table, by, (name) => parts.includes(name))
}

type Raw<Row, Params extends SQLQueryBindings[]> = Pick<Statement<Row, Params>, 'get' | 'all' | 'iterate' | 'run'>

/** The row of a statement that gives none. */
export const NoRow = t.Object({})

const checked = new WeakSet<Db>()

/** Has each row of a raw statement on this database compared with its schema, as tests do. */
export const checkRawRows = (db: Db): void => void checked.add(db)

function withCheckedRows<Row, Params extends SQLQueryBindings[]>(
  statement: Raw<Row, Params>,
  schema: TSchema,
  text: string,
): Raw<Row, Params> {
  const check = (row: Row): Row => {
    const [wrong] = Value.Errors(schema, row)
    if (wrong) throw new TypeError(`${wrong.path} of a row: ${wrong.message}, in ${text}`)
    return row
  }
  return {
    run: (...params) => statement.run(...params),
    get: (...params) => {
      const row = statement.get(...params)
      return row === null ? null : check(row)
    },
    all: (...params) => statement.all(...params).map(check),
    *iterate(...params) {
      for (const row of statement.iterate(...params)) yield check(row)
    },
  }
}

/**
 * Returns a function that returns the statement of raw SQL, for cases where Drizzle has no word:
 * name the case above it, after "Raw:". Its rows are of `schema`, which only tests check.
 */
export const rawStatement = <Schema extends TSchema, Values extends SQLQueryBindings | SQLQueryBindings[] = []>(
  schema: Schema,
  text: string,
) =>
  perDatabase((db) => {
    const statement = db.$client.query<Static<Schema>, Values>(text)
    return checked.has(db) ? withCheckedRows(statement, schema, text) : statement
  })

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
