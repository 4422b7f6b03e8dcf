import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, migrations } from '../../db/migrations/run.ts'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import { checks } from '../../src/rooms.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { inTree } from '../support/tree.ts'

const folder = inTree('test/fixtures/databases')
const ending = '.db.gz'
const released = readdirSync(folder).flatMap((name) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []))

// The doctor's findings about the database alone: here are neither its files nor its processor.
const ofDatabase = ['database', 'ledger', 'sums', 'drops', 'provenance']
const looks = checks.filter(({ name }) => ofDatabase.includes(name))

const schemaOf = (sql: Database) =>
  sql.query('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').values()

// Were a landed migration changed, a new database would differ from an old one that is brought up
// to date.
const newSchema = (() => {
  const sql = new Database(':memory:')
  migrate(sql, 1)
  return schemaOf(sql)
})()

test('of each released version there is a database', async () => {
  const changes = await Bun.file(inTree('CHANGELOG.md')).text()
  const versions = [...changes.matchAll(/^## (\d+\.\d+\.\d+)(?!.*not released)/gm)].map(([, version]) => version)
  expect(released).toEqual(expect.arrayContaining([...versions, '0.2.0']))
})

test.each(released)('a database of %s is brought up to date whole, and served', async (version) => {
  using data = temporaryFolder()
  const packed = readFileSync(join(folder, version + ending))
  await Bun.write(join(data.path, 'tapedeck.db'), Bun.gunzipSync(packed))
  await using svc = await startServer({ dataDir: data.path })
  const { $client: sql } = svc.ctx.db
  expect(sql.query('SELECT name FROM migrations ORDER BY name').values().flat()).toEqual(
    migrations.map(({ name }) => name),
  )
  expect(sql.query('PRAGMA foreign_key_check').all()).toEqual([])
  expect(schemaOf(sql)).toEqual(newSchema)
  const found = await runChecks(svc.ctx, { looks })
  expect(found.map(({ name, problem }) => [name, problem])).toEqual(ofDatabase.map((name) => [name, undefined]))
  // A database without rows would pass all of it.
  const tables = ['users', 'cassets', 'tracks', 'orders', 'purchases', 'tips', 'ledger_entries', 'comments', 'licenses']
  expect(tables.filter((table) => sql.query(`SELECT 1 FROM ${table}`).get() === null)).toEqual([])
  for (const path of ['/', '/@nova', '/@two', '/api/v1/artists/nova', '/api/casset/nova/media']) {
    expect([path, (await svc.call('GET', path)).status]).toEqual([path, 200])
  }
})
