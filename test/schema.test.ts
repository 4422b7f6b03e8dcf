import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { migrate, migrations, NewerDatabaseError } from '../db/migrations/run.ts'
import { closeDb, type Db, openDb } from '../db/open.ts'
import * as account from '../db/schema/account.ts'
import * as activity from '../db/schema/activity.ts'
import * as audio from '../db/schema/audio.ts'
import * as casset from '../db/schema/casset.ts'
import * as checkout from '../db/schema/checkout.ts'
import * as download from '../db/schema/download.ts'
import * as job from '../db/schema/job.ts'
import * as ledger from '../db/schema/ledger.ts'
import * as receipt from '../db/schema/receipt.ts'
import * as referral from '../db/schema/referral.ts'
import * as storage from '../db/schema/storage.ts'
import { runProgram, temporaryFolder } from './support/process.ts'

const root = join(import.meta.dir, '..')

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }

/** How SQLite writes a default down. */
const written = (value: unknown) => {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? String(value) : `'${typeof value === 'string' ? value : JSON.stringify(value)}'`
}

/** The columns that the program believes a table has. */
function believed(table: SQLiteTable) {
  const { columns, primaryKeys } = getTableConfig(table)
  const keys = new Set(primaryKeys.flatMap((key) => key.columns.map(({ name }) => name)))
  return columns.map((column) => ({
    name: column.name,
    type: column.getSQLType().toUpperCase(),
    // SQLite lets a text key be null unless it is told not to; STRICT tables with a primary key of one column say it so.
    isNeeded: column.notNull || column.primary,
    default: written(column.default),
    isKey: column.primary || keys.has(column.name),
  }))
}

/** The columns that it really has. */
const found = (client: Database, name: string) =>
  client
    .query<Column, []>(`PRAGMA table_info(${name})`)
    .all()
    .map(({ name: column, type, notnull, dflt_value, pk }) => ({
      name: column,
      type,
      isNeeded: notnull === 1 || pk > 0,
      default: dflt_value,
      isKey: pk > 0,
    }))

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

test('the schema and the migrated database agree table by table and column by column', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  migrate(db.$client, 1)
  const exported: unknown[] = [
    account,
    activity,
    audio,
    casset,
    checkout,
    download,
    job,
    ledger,
    receipt,
    referral,
    storage,
  ].flatMap((each) => Object.values(each))
  const tables = exported.filter((each) => each instanceof SQLiteTable)
  const names = db.$client.query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").values().flat()
  const known = tables.map((table) => getTableConfig(table).name)
  expect([...known, 'migrations'].sort()).toEqual(names.map(String))
  for (const table of tables) {
    const { name } = getTableConfig(table)
    expect([name, believed(table).sort(byName)]).toEqual([name, found(db.$client, name).sort(byName)])
  }
  closeDb(db)
})

test('every schema file is looked at here', async () => {
  const files = await Array.fromAsync(new Bun.Glob('*.ts').scan(join(root, 'db/schema')))
  expect(files.sort()).toEqual([
    'account.ts',
    'activity.ts',
    'audio.ts',
    'casset.ts',
    'checkout.ts',
    'download.ts',
    'job.ts',
    'ledger.ts',
    'receipt.ts',
    'referral.ts',
    'storage.ts',
  ])
})

test('every migration file is embedded, in the order of its number', async () => {
  const files = await Array.fromAsync(new Bun.Glob('*.sql').scan(join(root, 'db/migrations')))
  expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files.sort())
  for (const { name, sql } of migrations) {
    expect(sql).toBe(await Bun.file(join(root, 'db/migrations', `${name}.sql`)).text())
  }
})

test('words that a column may hold are the same in the schema and in the database', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  migrate(db.$client, 1)
  const exported: unknown[] = [
    account,
    activity,
    audio,
    casset,
    checkout,
    download,
    job,
    ledger,
    receipt,
    referral,
  ].flatMap((each) => Object.values(each))
  for (const table of exported.filter((each) => each instanceof SQLiteTable)) {
    const { name, columns } = getTableConfig(table)
    const text = String(db.$client.query('SELECT sql FROM sqlite_schema WHERE name = ?').values(name).flat()[0])
    for (const { name: column, enumValues } of columns) {
      const check = new RegExp(`CHECK \\(${column} IN \\(([^)]*)\\)\\)`).exec(text)?.[1]
      const allowed = check?.split(', ').map((word) => word.slice(1, -1))
      expect([name, column, allowed]).toEqual([name, column, enumValues])
    }
  }
  closeDb(db)
})

test('a database opens with foreign keys, a write-ahead log and patience', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  const pragma = (name: string) => db.$client.query(`PRAGMA ${name}`).values().flat()[0]
  expect(['journal_mode', 'foreign_keys', 'synchronous', 'busy_timeout'].map(pragma)).toEqual(['wal', 1, 1, 5_000])
  migrate(db.$client, 1)
  expect(db.$client.query('PRAGMA foreign_key_check').all()).toEqual([])
  const orphan = () => db.$client.run("INSERT INTO sessions VALUES ('h', 'i', 'nobody', '', 0, 0, 0, NULL)")
  expect(orphan).toThrow('FOREIGN KEY')
  closeDb(db)
})

test('migrating is recorded, and once', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  expect(migrate(db.$client, 7)).toEqual(migrations.map(({ name }) => name))
  expect(migrate(db.$client, 8)).toEqual([])
  const rows = db.$client.query('SELECT * FROM migrations ORDER BY name').all()
  expect(rows).toEqual(migrations.map(({ name }) => ({ name, applied_at: 7 })))
  closeDb(db)
})

test('a newer database is refused with a clear message and left as it is', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'tapedeck.db')
  const db = openDb(path)
  migrate(db.$client, 1)
  db.$client.run("INSERT INTO migrations VALUES ('9999_tomorrow', 5)")
  const message =
    'This database was made by a newer Tapedeck (it holds 9999_tomorrow). ' +
    'Start that version, or restore a backup made before it.'
  expect(() => migrate(db.$client, 2)).toThrow(new NewerDatabaseError(['9999_tomorrow']))
  closeDb(db)
  const { exitCode, out, err } = await runProgram(['serve'], { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1' })
  expect([exitCode, out, err.trim()]).toEqual([1, '', `NewerDatabaseError: ${message}`])
})

test('a migration that breaks down in its middle leaves nothing of itself', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  // The way is blocked far down in the file: the tables before it must not stay.
  db.$client.run('CREATE TABLE tracks (id TEXT)')
  expect(() => migrate(db.$client, 1)).toThrow('already exists')
  const names = db.$client.query("SELECT name FROM sqlite_schema WHERE type = 'table'").values().flat()
  expect(names).toEqual(['tracks'])
  db.$client.run('DROP TABLE tracks')
  expect(migrate(db.$client, 2)).toEqual(migrations.map(({ name }) => name))
  closeDb(db)
})

/** A database as an older program left it: without the newest two migrations, which this one adds. */
function openOlder(path: string): { db: Db; missing: typeof migrations } {
  const db = openDb(path)
  db.$client.run('CREATE TABLE migrations (name TEXT PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT')
  for (const migration of migrations.slice(0, -2)) applyTo(db, migration)
  return { db, missing: migrations.slice(-2) }
}

function applyTo({ $client }: Db, { name, sql }: (typeof migrations)[number]): void {
  $client.run(sql)
  $client.query('INSERT INTO migrations (name, applied_at) VALUES (?, 1)').run(name)
}

/** A process that opens a database, says so, and migrates it once it is sent a line. */
async function startMigrating(path: string) {
  const program = `
    const { openDb } = await import('${root}/db/open.ts')
    const { migrate } = await import('${root}/db/migrations/run.ts')
    const db = openDb('${path}')
    console.log('open')
    await Bun.stdin.stream().getReader().read()
    console.log(JSON.stringify(migrate(db.$client, ${Date.now()})))
    process.exit()`
  const command = [process.execPath, '-e', program]
  const child = Bun.spawn(command, { cwd: root, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
  const reader = child.stdout.getReader()
  const next = async () => new TextDecoder().decode((await reader.read()).value)
  expect(await next()).toBe('open\n')
  return {
    go() {
      child.stdin.write('\n')
      child.stdin.flush()
    },
    end: async () => [await next(), await new Response(child.stderr).text(), await child.exited],
  }
}

test.each([
  ['a new file', false],
  ['the database of an older program', true],
])('processes that start together on %s migrate it once, and all of them go on', async (_, isOlder) => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'x.db')
  if (isOlder) closeDb(openOlder(path).db)
  const children = await Promise.all([1, 2, 3, 4].map(() => startMigrating(path)))
  for (const { go } of children) go()
  const outcomes = await Promise.all(children.map(({ end }) => end()))
  const all = `${JSON.stringify(migrations.slice(isOlder ? -2 : 0).map(({ name }) => name))}\n`
  expect(outcomes.map(([out]) => out).sort()).toEqual([all, '[]\n', '[]\n', '[]\n'].sort())
  expect(outcomes.map(([, err, code]) => [err, code])).toEqual(children.map(() => ['', 0]))
})

test('a process that comes while another migrates waits for it, and then finds nothing to do', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'x.db')
  const { db, missing } = openOlder(path)
  const second = await startMigrating(path)
  db.$client.run('BEGIN IMMEDIATE')
  for (const migration of missing) applyTo(db, migration)
  second.go()
  // Long enough for it to have come to the lock; were it slower, the test would pass for nothing but never fail.
  await Bun.sleep(150)
  db.$client.run('COMMIT')
  expect(await second.end()).toEqual(['[]\n', '', 0])
  closeDb(db)
})
