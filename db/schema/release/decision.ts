import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { decisions, permissionScopes } from './permission-words.ts'

/** The cassets that are published and public. Kept by triggers. */
export const listedCassets = sqliteTable('listed_cassets', { cassetId: text('casset_id').primaryKey() })

/** The place of each casset that was ever listed in the index of words, `casset_search`: the newest first. Kept by triggers. */
export const searchedCassets = sqliteTable('searched_cassets', {
  position: integer().primaryKey(),
  cassetId: text('casset_id').notNull(),
})

/** How many published releases of a casset decide so of a scope. Kept by triggers. */
export const cassetDecisions = sqliteTable(
  'casset_decisions',
  {
    cassetId: text('casset_id').notNull(),
    scope: text({ enum: permissionScopes }).notNull(),
    decision: text({ enum: decisions }).notNull(),
    releases: integer().notNull(),
    isListed: integer('is_listed', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.cassetId, table.scope, table.decision] })],
)
