import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCommits, inTransaction } from '../../db/commits.ts'
import { createHeld } from '../../db/held.ts'
import { closeDb, type Db, openDb } from '../../db/open.ts'
import { publishedRelease } from '../support/release/release.ts'
import { putMigrated, startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

/** Writes as a command does while the program serves: in a process of its own. */
async function writeElsewhere(db: Db, sql: string): Promise<void> {
  const script = 'new (require("bun:sqlite").Database)(process.argv[1]).run(process.argv[2])'
  const child = Bun.spawn([process.execPath, '-e', script, db.$client.filename, sql], { stdout: 'inherit' })
  expect(await child.exited).toBe(0)
}

function newDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-'))
  putMigrated(folder)
  const db = openDb(join(folder, 'tapedeck.db'))
  return {
    db,
    [Symbol.dispose]() {
      closeDb(db)
      rmSync(folder, { recursive: true })
    },
  }
}

const kinds = [
  ['an INSERT', "INSERT INTO kept_values (name, value) VALUES ('new', '1')"],
  ['an UPDATE', "UPDATE kept_values SET value = '2' WHERE name = 'old'"],
  ['an UPDATE to the same', "UPDATE kept_values SET value = '1' WHERE name = 'old'"],
  [
    'an upsert',
    "INSERT INTO kept_values (name, value) VALUES ('old', '1') ON CONFLICT (name) DO UPDATE SET value = '3'",
  ],
  ['a DELETE', "DELETE FROM kept_values WHERE name = 'old'"],
  ['a DELETE of all', 'DELETE FROM kept_values'],
] as const

test.each(kinds)('nothing is held beyond %s, by this process or another one', async (_, sql) => {
  using folder = newDatabase()
  const { db } = folder
  const held = createHeld<string>(db, 10)
  for (const write of [
    () => db.$client.run(sql),
    () => inTransaction(db, () => db.$client.run(sql)),
    () => createCommits(db).jointly(() => db.$client.run(sql)),
    () => writeElsewhere(db, sql),
  ]) {
    db.$client.run("DELETE FROM kept_values WHERE name = 'new'")
    db.$client.run("INSERT OR REPLACE INTO kept_values (name, value) VALUES ('old', '1')")
    held.begin('a')('answer')
    await Bun.sleep(1)
    expect(held.get('a')).toBe('answer')
    const keep = held.begin('b')
    await write()
    await Bun.sleep(1)
    expect(held.get('a')).toBeUndefined()
    keep('begun before')
    expect(held.get('b')).toBeUndefined()
  }
})

test('answers that fill the room for held ones make them begin afresh', () => {
  using folder = newDatabase()
  const held = createHeld<string>(folder.db, 10, ({ length }) => length)
  const kept = () => ['a', 'b', 'c'].filter((key) => held.get(key) !== undefined)
  held.begin('a')('12345')
  held.begin('b')('123456')
  expect(kept()).toEqual(['a', 'b'])
  held.begin('c')('1')
  expect(kept()).toEqual(['c'])
})

test('whatever is kept of an answer, the next read shows what another process wrote', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const release = await publishedRelease(svc, nova, [dawn.id])
  const made = await svc.call('POST', '/api/sandbox/credentials', { cookie: nova.cookie, body: {} })
  const authorization = `Bearer ${Object(Object(made.json).credential).secret}`
  const reads = [
    ['/api/v1/artists/nova', "UPDATE artists SET bio = 'A new bio'", 200],
    ['/api/v1/artists/nova/catalog', "UPDATE tracks SET title = 'A new title'", 200],
    ['/@nova', "UPDATE cassets SET name = 'A new name'", 200],
    [`/api/agents/releases/${release}/lineage`, "UPDATE cassets SET privacy = 'private'", 404],
    ['/api/sandbox/v1/artists/sandbox-artist', 'DELETE FROM sandbox_credentials', 401],
  ] as const
  for (const [path, sql, status] of reads) {
    const ask = async () => {
      const response = await svc.fetch(path, { headers: { authorization, accept: 'text/html, application/json' } })
      return { status: response.status, text: await response.text() }
    }
    const shown = /A new \w+/.exec(sql)?.[0] ?? 'nothing new'
    const first = await ask()
    expect([path, first.status, first.text.includes(shown)]).toEqual([path, 200, false])
    expect([path, await ask()]).toEqual([path, first])
    await writeElsewhere(svc.ctx.db, sql)
    const next = await ask()
    expect([path, next.status, next.text.includes(shown)]).toEqual([path, status, status === 200])
  }
})
