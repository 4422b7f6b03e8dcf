import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Migration, migrate, migrations, NewerDatabaseError } from '../../db/migrations/run.ts'
import { closeDb, type Db, openDb } from '../../db/open.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { inTree } from '../support/tree.ts'

const root = inTree()

const firstLineFor = (statements: string) =>
  `-- sha256 ${new Bun.CryptoHasher('sha256').update(statements).digest('hex')}`

test('each migration begins with the SHA-256 of its statements, which never change once they have landed', () => {
  // A new migration is given the line that this prints. Of a landed one undo the change, and write
  // another migration.
  const missing = migrations.flatMap(({ name, sql }) => {
    const end = sql.indexOf('\n')
    const isHashed = /^-- sha256 /.test(sql)
    const line = firstLineFor(isHashed ? sql.slice(end + 1) : sql)
    return isHashed && sql.slice(0, end) === line ? [] : [`${name}: ${line}`]
  })
  expect(missing).toEqual([])
})

test('every migration file is embedded, in the order of its number, of which there is no second', async () => {
  const files = (await Array.fromAsync(new Bun.Glob('*.sql').scan(join(root, 'db/migrations')))).sort()
  expect(migrations.map(({ name }) => `${name}.sql`)).toEqual(files)
  const numbers = files.map((file) => /^(\d{4})_[a-z]+(?:_[a-z]+)*\.sql$/.exec(file)?.[1])
  expect(numbers).not.toContain(undefined)
  expect([...new Set(numbers)]).toEqual(numbers)
  for (const { name, sql } of migrations) {
    expect(sql).toBe(await Bun.file(join(root, 'db/migrations', `${name}.sql`)).text())
  }
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
  // A database of a program that was never released is older than ours, or went another way.
  const unreleased = /^This database was made by a Tapedeck that was never released \(it holds /
  expect(() => migrate(db.$client, 2, [...migrations, { name: '9998_ours', sql: '' }])).toThrow(unreleased)
  expect(() => migrate(db.$client, 2, [{ name: '9999_zebra', sql: '' }])).toThrow(unreleased)
  // That program does not know our steps either: of all that it does not know it names three.
  expect(() => migrate(db.$client, 2, [{ name: '9999_zebra', sql: '' }])).toThrow(
    `0001_platform, 0002_account, 0003_casset and ${migrations.length - 2} more)`,
  )
  closeDb(db)
  const { exitCode, out, err } = await runProgram(['serve'], { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1' })
  expect([exitCode, out, err.trim()]).toEqual([1, '', message])
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

/**
 * A database as an older program left it: without the newest two migrations, which this one adds.
 */
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
  db.$client.run('PRAGMA foreign_keys = OFF')
  db.$client.run('PRAGMA legacy_alter_table = ON')
  db.$client.run('BEGIN IMMEDIATE')
  for (const migration of missing) applyTo(db, migration)
  second.go()
  // Long enough for it to reach the lock. Were it slower, the test would pass without testing
  // anything.
  await Bun.sleep(150)
  db.$client.run('COMMIT')
  expect(await second.end()).toEqual(['[]\n', '', 0])
  closeDb(db)
})

/**
 * Rebuilds `cassets`, which orders, tracks and others reference, with a rule that no ALTER TABLE
 * can add.
 */
const rebuild = (how: { rows: string }): Migration => ({
  name: '9001_rebuild',
  sql: `
    CREATE TABLE new_cassets (
      id TEXT PRIMARY KEY,
      artist_id TEXT NOT NULL REFERENCES artists (id) ON DELETE CASCADE,
      name TEXT NOT NULL CHECK (name <> '')
    ) STRICT;
    INSERT INTO new_cassets SELECT id, artist_id, name FROM cassets ${how.rows};
    DROP TABLE cassets;
    ALTER TABLE new_cassets RENAME TO cassets;`,
})

function fill({ $client }: Db): void {
  $client.run("INSERT INTO users (id, email, created_at) VALUES ('u', 'u@example.com', 0)")
  $client.run("INSERT INTO artists (id, user_id, handle, display_name, created_at) VALUES ('a', 'u', 'u', 'U', 0)")
  $client.run("INSERT INTO cassets (id, artist_id, name, currency, created_at) VALUES ('c', 'a', 'Dawn', 'usd', 0)")
  $client.run(`INSERT INTO tracks (id, casset_id, hook_id, title, position, file_name, format, bytes, sha256, created_at)
    VALUES ('t', 'c', 'h', 'One', 1, 'one.wav', 'wav', 1, 'x', 0)`)
}

test('a migration can rebuild a table that rows of others reference', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  migrate(db.$client, 1)
  fill(db)
  expect(migrate(db.$client, 2, [...migrations, rebuild({ rows: '' })])).toEqual(['9001_rebuild'])
  expect(db.$client.query('SELECT * FROM cassets').all()).toEqual([{ id: 'c', artist_id: 'a', name: 'Dawn' }])
  // These triggers ask for columns that the new table has not.
  for (const name of ['tracks_closed_moved', 'tracks_counted', 'tracks_uncounted', 'parties_uncounted'])
    db.$client.run(`DROP TRIGGER ${name}`)
  // The foreign key of tracks leads to the new table, and is enforced again.
  expect(db.$client.query('SELECT id, casset_id FROM tracks').all()).toEqual([{ id: 't', casset_id: 'c' }])
  expect(() => db.$client.run("UPDATE tracks SET casset_id = 'nowhere'")).toThrow('FOREIGN KEY')
  db.$client.run("DELETE FROM cassets WHERE id = 'c'")
  expect(db.$client.query('SELECT * FROM tracks').all()).toEqual([])
  closeDb(db)
})

test('a migration that would leave rows without what they reference changes nothing', () => {
  using folder = temporaryFolder()
  const db = openDb(join(folder.path, 'x.db'))
  migrate(db.$client, 1)
  fill(db)
  const forgetful = rebuild({ rows: 'WHERE 0' })
  const message = 'Migrating left rows that refer to missing rows, in casset_usage, tracks. Nothing was changed.'
  expect(() => migrate(db.$client, 2, [...migrations, forgetful])).toThrow(message)
  expect(db.$client.query('SELECT id, currency FROM cassets').all()).toEqual([{ id: 'c', currency: 'usd' }])
  expect(migrate(db.$client, 3)).toEqual([])
  expect(() => db.$client.run("UPDATE tracks SET casset_id = 'nowhere'")).toThrow('FOREIGN KEY')
  closeDb(db)
})
