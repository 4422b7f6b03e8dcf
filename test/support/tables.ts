import { homeOf, roomOf, wings } from './rooms.ts'
import type { Source } from './sources.ts'

/** A table of the database: its name in SQL, the name of its constant, and the schema file that defines it. */
type Table = { name: string; constant: string; path: string }

const definition = /export const (\w+) = sqliteTable\(\s*'(\w+)'/g

/** Every table of `db/schema`. */
const tablesOf = (sources: readonly Source[]): Table[] =>
  sources
    .filter(({ path }) => path.startsWith('db/schema/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(definition)].map(([, constant = '', name = '']) => ({ name, constant, path })),
    )

/** A table that a file names, and whether it writes rows of it. */
type Naming = { table: Table; isWritten: boolean }

const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g
const imported = /^import \{([^}]*)\} from '[^']*(db\/schema\/[^']+)'/gm
const writingSql = /\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM|REPLACE INTO)\s+"?(\w+)"?/g
const readingSql = /\b(?:FROM|JOIN)\s+\(?"?(\w+)"?(?:(?:\s+(?:AS\s+)?\w+)?,\s*"?(\w+)"?)*/g

/** Every table that a file names, in Drizzle's words or in SQL. */
function namingsOf({ text }: Source, tables: readonly Table[]): Naming[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const read = new Set<Table>()
  const written = new Set<Table>()
  const bare = text.replace(comment, ' ')
  for (const [, names = '', file] of bare.matchAll(imported)) {
    for (const each of names.split(',')) {
      const [constant, name = constant] = each.trim().split(' as ')
      const table = tables.find((one) => one.constant === constant && one.path === file)
      if (!table) continue
      const isWritten = new RegExp(`\\.(?:insert|update|delete)\\(${name}\\)`).test(bare)
      ;(isWritten ? written : read).add(table)
    }
  }
  for (const [, name = ''] of bare.matchAll(writingSql)) {
    const table = byName.get(name)
    if (table) written.add(table)
  }
  for (const [, ...names] of bare.matchAll(readingSql)) {
    for (const name of names) {
      const table = byName.get(name ?? '')
      if (table) read.add(table)
    }
  }
  return [...written.union(read)].map((table) => ({ table, isWritten: written.has(table) }))
}

/** What breaks the rule that a table has a home, as "room: table": who else writes it, and who reads it from below. */
export function strangersOf(sources: readonly Source[]) {
  const tables = tablesOf(sources)
  const inside = sources.flatMap((source) => {
    const room = roomOf(source.path)
    return room === undefined ? [] : [{ ...source, room }]
  })
  const below = new Map<string, Set<string>>()
  for (const { room, files } of inside) {
    const rooms = files.map(roomOf).filter((each) => each !== undefined && each !== room)
    below.set(room, new Set([...(below.get(room) ?? []), ...rooms.filter((each) => each !== undefined)]))
  }
  const rank = (room: string) => wings.indexOf(room.split('/')[0] ?? '')
  const isAbove = (home: string, room: string) =>
    rank(home) === rank(room) ? reachedFrom(home, below).has(room) : rank(home) > rank(room)
  const writers = new Set<string>()
  const readers = new Set<string>()
  for (const source of inside) {
    for (const { table, isWritten } of namingsOf(source, tables)) {
      const home = homeOf(table.path)
      const named = `${source.room}: ${table.name}`
      if (home === source.room) continue
      if (isWritten) writers.add(named)
      else if (isAbove(home, source.room)) readers.add(named)
    }
  }
  return { writers: [...writers].toSorted(), readers: [...readers].toSorted() }
}

function reachedFrom(room: string, below: Map<string, Set<string>>, found = new Set<string>()): Set<string> {
  for (const next of below.get(room) ?? []) {
    if (found.has(next)) continue
    found.add(next)
    reachedFrom(next, below, found)
  }
  return found
}
