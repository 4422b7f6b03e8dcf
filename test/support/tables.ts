import { homeOf, roomOf, wings } from './rooms.ts'
import type { Source } from './sources.ts'

/**
 * A table of the database: its name in SQL, the name of its constant, and the schema file that
 * defines it.
 */
type Table = { name: string; constant: string; path: string }

const definition = /export const (\w+) = sqliteTable\(\s*'(\w+)'/g

export const tablesOf = (sources: readonly Source[]): Table[] =>
  sources
    .filter(({ path }) => path.startsWith('db/schema/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(definition)].map(([, constant = '', name = '']) => ({ name, constant, path })),
    )

const comment = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g
const imported = /^import \{([^}]*)\} from '[^']*(db\/schema\/[^']+)'/gm
const writing = /(?:\.(?:insert|update|delete)|\beraseSome)\(\s*(\w+)/g
const writingSql = /\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM|REPLACE INTO)\s+"?(\w+)"?/g
const readingSql = /\b(?:FROM|JOIN)\s+\(?"?(\w+)"?(?:(?:\s+(?:AS\s+)?\w+)?,\s*"?(\w+)"?)*/g

/** The tables that a file names of the database, in Drizzle's words or in SQL. */
function readNames({ path, text }: Source, tables: readonly Table[]) {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const bare = text.replace(comment, ' ')
  const constants = new Map<string, Table>()
  for (const [, names = '', file] of bare.matchAll(imported)) {
    for (const each of names.split(',')) {
      const [constant, name = constant] = each.trim().split(' as ')
      const table = tables.find((one) => one.constant === constant && one.path === file)
      if (table && name) constants.set(name, table)
    }
  }
  const inSql = (pattern: RegExp) =>
    [...bare.matchAll(pattern)].flatMap(([, ...names]) => names.flatMap((name = '') => byName.get(name) ?? []))
  const given = [...bare.matchAll(writing)].map(([, name = '']) => name)
  const written = new Set([...given.flatMap((name) => constants.get(name) ?? []), ...inSql(writingSql)])
  const read = new Set([...constants.values(), ...inSql(readingSql)]).difference(written)
  const isOfDatabase = new RegExp(`\\bdb\\s*${writing.source}`, 'g')
  const unnamed = [...bare.matchAll(isOfDatabase)].flatMap(([, name = '']) =>
    constants.has(name) ? [] : [`${path}: ${name}`],
  )
  return { written, read, unnamed }
}

/**
 * The breaches of the rule that a table has a home, as "room: table": who else writes it, who reads
 * it from below, and what is written without the table's name. With it, the rooms that each needs:
 * by imports, and by tables of rooms that are not above.
 */
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
    home !== room && (rank(home) === rank(room) ? reachedFrom(home, below).has(room) : rank(home) > rank(room))
  const writers = new Set<string>()
  const readers = new Set<string>()
  const unnamed: string[] = []
  const needed = new Map(below)
  for (const source of inside) {
    const { room } = source
    const found = readNames(source, tables)
    for (const { name, path } of found.written) if (homeOf(path) !== room) writers.add(`${room}: ${name}`)
    for (const { name, path } of found.read) {
      const home = homeOf(path)
      if (isAbove(home, room)) readers.add(`${room}: ${name}`)
      else if (home !== room) needed.set(room, new Set(needed.get(room)).add(home))
    }
    unnamed.push(...found.unnamed)
  }
  return { writers: [...writers].toSorted(), readers: [...readers].toSorted(), unnamed, needed }
}

function reachedFrom(room: string, below: Map<string, Set<string>>, found = new Set<string>()): Set<string> {
  for (const next of below.get(room) ?? []) {
    if (found.has(next)) continue
    found.add(next)
    reachedFrom(next, below, found)
  }
  return found
}
