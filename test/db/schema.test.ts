import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { migrate } from '../../db/migrations/run.ts'
import { closeDb, openDb } from '../../db/open.ts'
import { temporaryFolder } from '../support/process.ts'
import { homeOf, roomOf } from '../support/rooms.ts'
import { allSources, findCircle, type Source } from '../support/sources.ts'
import { foreignReaders, foreignWriters } from '../support/table-exceptions.ts'
import { strangersOf } from '../support/tables.ts'
import { inTree } from '../support/tree.ts'

const sources = (await allSources()).filter(({ path }) => /^(?:src|db)\//.test(path))

const folderOfSchema = inTree('db/schema')
const files = await Array.fromAsync(new Bun.Glob('**/*.ts').scan({ cwd: folderOfSchema, absolute: true }))
const modules: object[] = await Promise.all(files.map((file) => import(file)))
const tables = modules.flatMap((each) => Object.values(each)).filter((each) => each instanceof SQLiteTable)

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }

/** How SQLite writes a default down. */
const written = (value: unknown) => {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? String(value) : `'${typeof value === 'string' ? value : JSON.stringify(value)}'`
}

/** The columns that the program believes a table has. */
function believed(table: SQLiteTable) {
  const { name: tableName, columns, primaryKeys } = getTableConfig(table)
  const keys = new Set(primaryKeys.flatMap((key) => key.columns.map(({ name }) => name)))
  return columns.map((column) => ({
    name: column.name,
    type: column.getSQLType().toUpperCase(),
    // SQLite lets a text key be null unless it is told not to; STRICT tables with a primary key of
    // one column say it so.
    isNeeded: (column.notNull || column.primary) && !neededByTypeOnly.has(`${tableName}.${column.name}`),
    default: written(column.default),
    isKey: column.primary || keys.has(column.name),
  }))
}

/** The columns that it really has. */
const found = (client: Database, name: string) =>
  client
    .query<Column, []>(`PRAGMA table_info(${name})`)
    .all()
    .filter((column) => !forLater.has(`${name}.${column.name}`))
    .map(({ name: column, type, notnull, dflt_value, pk }) => ({
      name: column,
      type,
      isNeeded: notnull === 1 || pk > 0,
      default: dflt_value,
      isKey: pk > 0,
    }))

/** Columns that the database has for what comes, and that no code reads or writes yet. */
const forLater = new Set<string>()

/**
 * Columns that the database lets be null for what comes, while every row that today's code writes
 * has a value.
 */
const neededByTypeOnly = new Set<string>()

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

test('the schema and the migrated database agree table by table and column by column', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  migrate(db.$client, 1)
  // The columns of full-text search and its shadow tables have no kind that drizzle knows.
  const names = db.$client
    .query("SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT GLOB 'sqlite_*'")
    .values()
    .flat()
  const known = tables.map((table) => getTableConfig(table).name)
  expect([...known, 'migrations'].sort()).toEqual(names.map(String).sort())
  for (const table of tables) {
    const { name } = getTableConfig(table)
    expect([name, believed(table).sort(byName)]).toEqual([name, found(db.$client, name).sort(byName)])
  }
  closeDb(db)
})

test('no column has its allowed words or its bounds of a price in the database', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  migrate(db.$client, 1)
  const texts = db.$client.query("SELECT sql FROM sqlite_schema WHERE type = 'table'").values().flat().map(String)
  expect(texts.filter((text) => / IN \(|price_minor (?:=|>|<|BETWEEN)/.test(text))).toEqual([])
  closeDb(db)
})

test('a database opens with foreign keys, a write-ahead log and patience', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  const pragma = (name: string) => db.$client.query(`PRAGMA ${name}`).values().flat()[0]
  expect(['journal_mode', 'foreign_keys', 'synchronous', 'busy_timeout'].map(pragma)).toEqual(['wal', 1, 1, 5_000])
  migrate(db.$client, 1)
  expect(db.$client.query('PRAGMA foreign_key_check').all()).toEqual([])
  const orphan = () => db.$client.run("INSERT INTO sessions VALUES ('h', 'i', 'nobody', '', 0, 0, 0, NULL, NULL)")
  expect(orphan).toThrow('FOREIGN KEY')
  closeDb(db)
})

test('a new file opens while another process is making it a database', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'x.db')
  const program = `
    const db = new (require('bun:sqlite').Database)('${path}')
    db.run('CREATE TABLE t (x)')
    db.run('BEGIN IMMEDIATE')
    console.log('begun')
    setTimeout(() => db.run('COMMIT'), 200)`
  const other = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe' })
  await other.stdout.getReader().read()
  const db = openDb(path)
  expect(db.$client.query('PRAGMA journal_mode').values()).toEqual([['wal']])
  closeDb(db)
  expect(await other.exited).toBe(0)
})

const person = (id: string) => `INSERT INTO users (id, email, created_at) VALUES ('${id}', '${id}@example.com', 0)`
const artist = (id: string) =>
  `INSERT INTO artists (id, user_id, handle, display_name, created_at) VALUES ('${id}', '${id}', '${id}', '${id}', 0)`
const casset = (id: string, owner: string) =>
  `INSERT INTO cassets (id, artist_id, name, currency, created_at) VALUES ('${id}', '${owner}', '${id}', 'usd', 0)`

/** A migrated database with an artist, their casset and somebody who buys. */
function openStage(path: string) {
  const db = openDb(join(path, 'x.db'))
  migrate(db.$client, 1)
  for (const statement of [person('nova'), person('ada'), artist('nova'), casset('dawn', 'nova')]) {
    db.$client.run(statement)
  }
  return { [Symbol.dispose]: () => closeDb(db), run: (statement: string) => () => db.$client.run(statement) }
}

test('an order has exactly one buyer: an account, an email address or an agent', () => {
  using folder = temporaryFolder()
  using stage = openStage(folder.path)
  const order = (id: string, user: string, email: string, agent: string) =>
    stage.run(`INSERT INTO orders
      (id, user_id, buyer_email, agent_key, casset_id, kind, mode, amount_minor, currency, price_minor, created_at)
      VALUES ('${id}', ${user}, ${email}, ${agent}, 'dawn', 'casset', 'live', 700, 'usd', 700, 0)`)
  const refused = 'CHECK constraint failed'
  expect(order('a', "'ada'", 'NULL', 'NULL')).not.toThrow()
  expect(order('b', 'NULL', "'bo@example.com'", 'NULL')).not.toThrow()
  expect(order('c', 'NULL', 'NULL', "'agent-1'")).not.toThrow()
  expect(order('d', 'NULL', 'NULL', 'NULL')).toThrow(refused)
  expect(order('e', "'ada'", "'ada@example.com'", 'NULL')).toThrow(refused)
  expect(order('f', 'NULL', "'bo@example.com'", "'agent-1'")).toThrow(refused)
})

test('an account loses its address when it is deleted, and only then; its orders stay', () => {
  using folder = temporaryFolder()
  using stage = openStage(folder.path)
  stage.run(`INSERT INTO orders (id, user_id, casset_id, kind, mode, amount_minor, currency, price_minor, created_at)
    VALUES ('o', 'ada', 'dawn', 'casset', 'live', 700, 'usd', 700, 0)`)()
  expect(stage.run("UPDATE users SET email = NULL WHERE id = 'ada'")).toThrow('CHECK constraint failed')
  expect(stage.run("UPDATE users SET email = NULL, deleted_at = 5 WHERE id = 'ada'")).not.toThrow()
  expect(stage.run("UPDATE users SET email = NULL, deleted_at = 6 WHERE id = 'nova'")).not.toThrow()
  expect(stage.run("DELETE FROM users WHERE id = 'ada'")).toThrow('FOREIGN KEY')
})

test('an artist has one casset without a word, and one of each word', () => {
  using folder = temporaryFolder()
  using stage = openStage(folder.path)
  expect(stage.run(casset('dusk', 'nova'))).toThrow('UNIQUE')
  stage.run("UPDATE cassets SET word = 'live' WHERE id = 'dawn'")()
  expect(stage.run(casset('dusk', 'nova'))).not.toThrow()
  expect(stage.run("UPDATE cassets SET word = 'live' WHERE id = 'dusk'")).toThrow('UNIQUE')
})

test('a schema file is named after the room that its tables are at home in', () => {
  const rooms = new Set(sources.map(({ path }) => roomOf(path)))
  const schemas = sources.map(({ path }) => path).filter((path) => path.startsWith('db/schema/'))
  expect(schemas.length).toBeGreaterThan(30)
  expect(schemas.filter((path) => !rooms.has(homeOf(path)))).toEqual([])
})

test('only its home writes a table, no room below names it, and by tables too rooms form no circle', () => {
  // An exception that is no longer needed fails as well: the lists only shrink.
  const namedIn = (list: typeof foreignWriters) =>
    Object.entries(list).flatMap(([room, { tables }]) => tables.split(' ').map((table) => `${room}: ${table}`))
  const { writers, readers, unnamed, needed } = strangersOf(sources)
  expect(writers).toEqual(namedIn(foreignWriters).toSorted())
  expect(readers).toEqual(namedIn(foreignReaders).toSorted())
  // Nobody could tell whose a table is that a variable names.
  expect(unnamed).toEqual([])
  const rooms = [...needed].map(([path, others]) => ({ path, files: [...others], text: '', code: '', packages: [] }))
  expect(findCircle(rooms)).toBeUndefined()
})

test('a stranger to a table is found in whatever words it names it', () => {
  const file = (path: string, text: string) => ({ path, text, code: text, files: [], named: [], packages: [] })
  const things = "export const things = sqliteTable(\n  'things', {})"
  const drizzle = "import {\n  things as all,\n} from '../../db/schema/world/world.ts'\n"
  const found = strangersOf([
    file('db/schema/world/world.ts', things),
    file('src/account/a.ts', `${drizzle}ctx.db\n  .update(all)`),
    file('src/casset/a.ts', "const sql = 'SELECT 1 FROM others o, things'"),
    file('src/drop/a.ts', 'const sql = `INSERT OR IGNORE INTO things SELECT 1`'),
    file('src/shop/tip/a.ts', `${drizzle}for (const each of [all]) db.delete(each)`),
    file('src/release/a.ts', '// Nothing is read FROM things here.'),
    file('src/world/a.ts', "sql.query('DELETE FROM things')"),
    file('src/web/a.ts', "sql.query('SELECT * FROM things')"),
  ])
  expect(found).toMatchObject({
    writers: ['account: things', 'drop: things'],
    readers: ['casset: things', 'shop/tip: things'],
    unnamed: ['src/shop/tip/a.ts: each'],
  })
})

/** Words of SQL in capitals, as ours is written, and the raw handle of the database. */
const raw =
  /\b(?:SELECT|INSERT (?:OR \w+ )?INTO|DELETE FROM|UPDATE [a-z_]+ (?:AS \w+ )?SET|WITH RECURSIVE)\b|\$client\b/

/**
 * Lines of raw SQL in a paragraph (the lines between two blank ones) that does not say, after
 * "Raw:", why it is raw.
 */
const unexplained = ({ path, text }: Pick<Source, 'path' | 'text'>): string[] =>
  text.split(/\n\s*\n/).flatMap((paragraph) => {
    if (/\bRaw:[\s/*]*\w/.test(paragraph)) return []
    const code = paragraph.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    return code.split('\n').flatMap((line) => (raw.test(line) ? [`${path}: ${line.trim()}`] : []))
  })

/**
 * The SQL that rooms declare. The reason is where each kind is: platform/kept-sums.ts and
 * platform/personal.ts.
 */
const isDeclared = ({ text }: Source) => /: (?:KeptSums|SearchIndex|Personal)(?: =| \{)|\bsatisfies Room\b/.test(text)

test('the database is read and written with Drizzle, and raw SQL says what Drizzle has no word for', () => {
  const ours = sources.filter(({ path }) => path.startsWith('src/'))
  expect(ours.filter(isDeclared).length).toBeGreaterThan(20)
  expect(ours.filter((source) => !isDeclared(source)).flatMap(unexplained)).toEqual([])
})

test.each([
  ["const all = statement('SELECT * FROM tracks')", 1],
  ['// Raw: FTS5.\nconst all = statement(`\n  SELECT * FROM tracks`)', 0],
  ['// Raw: FTS5.\n\nconst all = ctx.db.$client.query(text)', 1],
  ['// An UPDATE tracks SET would do, or a SELECT.', 0],
  ['db.run(sql`DELETE FROM tracks`)', 1],
])('raw SQL without its reason is found: %p', (text, found) => {
  expect(unexplained({ path: 'x.ts', text })).toHaveLength(found)
})
