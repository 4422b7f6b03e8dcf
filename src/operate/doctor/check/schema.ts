import { Database } from 'bun:sqlite'
import { migrate } from '../../../../db/migrations/run.ts'
import { once } from '../../../lib/turn/once.ts'

export type Part = { type: string; name: string; words: string | null }

// Raw: the table of what SQLite has.
const partsOf = (sql: Database): Part[] =>
  sql.query<Part, []>("SELECT type, name, sql AS words FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'").all()

const partsOfNew = once(() => {
  using empty = new Database(':memory:', { strict: true })
  migrate(empty, 0)
  return partsOf(empty)
})

/** Returns the parts in the order in which they are made. */
export function missingParts(sql: Database): Part[] {
  const present = new Set(partsOf(sql).map(({ type, name }) => `${type} ${name}`))
  return partsOfNew().filter(({ type, name }) => !present.has(`${type} ${name}`))
}

/** Whether a part can be made again by its words: it holds nothing of its own. */
export const isMadeAgain = ({ type, words }: Part): boolean => type !== 'table' && words !== null
