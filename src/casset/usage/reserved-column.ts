import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { usages } from './usage.ts'

const scopesOfMining = sql.raw(
  Object.values(usages)
    .flat()
    .map((scope) => `'${scope}'`)
    .join(', '),
)

/**
 * Returns, as a column, whether the rights to text and data mining of a casset are reserved: what
 * `isReserved` says of its terms. The defaults reserve them. Raw: Drizzle has no subquery that is a
 * column by itself.
 */
export const reservedColumn = (cassetId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`(NOT EXISTS (SELECT 1 FROM casset_usage WHERE casset_id = ${cassetId} AND has_defaults = 0)
    OR EXISTS (SELECT 1 FROM casset_decisions
      WHERE casset_id = ${cassetId} AND scope IN (${scopesOfMining}) AND decision <> 'ALLOW'))`.mapWith(Boolean)
