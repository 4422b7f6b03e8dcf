import { type Column, type Placeholder, type SQL, sql } from 'drizzle-orm'

/**
 * Returns the condition that a column is in a list, which is bound as one value, a JSON array: so
 * the statement is the same for lists of any length, and is compiled once.
 */
export const isAmong = (column: Column, list: readonly string[] | Placeholder): SQL =>
  // Raw: a list as one value.
  sql`${column} IN (SELECT value FROM json_each(${Array.isArray(list) ? JSON.stringify(list) : list}))`
