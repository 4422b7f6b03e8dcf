import { Type as t } from '@sinclair/typebox'
import { partsBy, rawStatement } from '../../db/prepared.ts'
import { searchedCassets } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import { cutPage } from '../lib/cut-page.ts'
import { queryOfBeginnings } from '../lib/text/search-words.ts'

const Found = t.Object({ id: t.String() })
// Raw: FTS5.
const found = rawStatement<typeof Found, { words: string; after: number; most: number }>(
  Found,
  `SELECT s.casset_id AS id FROM casset_search f JOIN searched_cassets s ON s.position = f.rowid
   WHERE casset_search MATCH $words AND f.rowid > $after AND NOT EXISTS (
     SELECT 1 FROM casset_usage u WHERE u.casset_id = s.casset_id AND u.is_found = 0)
   ORDER BY f.rowid LIMIT $most`,
)
const place = partsBy(searchedCassets, ['position'], 'cassetId')

export type CassetSearch = {
  q: string
  limit: number
  cursor?: string | undefined
  /** Whether it begins with that casset itself. */
  isFrom?: boolean
}

/**
 * Returns the ids of listed cassets that have a word with each of these beginnings, most recently
 * listed first (rule: casset-search), without those excluded from search (rule: policy-documents).
 * Null when the text has nothing to search for.
 */
export function searchCassets({ db }: Ctx, { q, limit, cursor, isFrom = false }: CassetSearch) {
  const words = queryOfBeginnings(q)
  if (words === null) return null
  // Positions count down.
  const after = cursor === undefined ? 0 : (place(db).get({ cassetId: cursor })?.position ?? Number.MAX_SAFE_INTEGER)
  const rows = found(db).all({ words, after: isFrom ? after - 1 : after, most: limit + 1 })
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { ids: page.map(({ id }) => id), nextCursor }
}
