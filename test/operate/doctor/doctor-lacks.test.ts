import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { createCommits } from '../../../db/commits.ts'
import { settingChanges } from '../../../db/schema/platform/setting.ts'
import { largestAccounts } from '../../../src/account/admin/list-accounts.ts'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { missingParts } from '../../../src/operate/doctor/check/schema.ts'
import { readReadiness } from '../../../src/operate/doctor/readiness.ts'
import { runChecks } from '../../../src/operate/doctor/run-checks.ts'
import { checks } from '../../../src/rooms.ts'
import { startBucket } from '../../support/platform/bucket.ts'
import { publishedRelease } from '../../support/release/release.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addReadyTrack, cast, world } from '../../support/world.ts'

async function look({ ctx }: TestServer, name: string, { fix = false } = {}) {
  const looks = checks.filter((check) => check.name === name)
  return (await runChecks(ctx, { fix, looks }))[0]
}

test('an index, view or trigger that is dropped is missed, and made again by the fix', async () => {
  await using svc = await startServer()
  const { $client: sql } = svc.ctx.db
  expect(missingParts(sql)).toEqual([])
  const all = sql
    .query<{ type: string; name: string }, []>(
      "SELECT type, name FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL ORDER BY name",
    )
    .all()
  expect(all.length).toBeGreaterThan(300)
  // Only some of each type are dropped: all of them would take two minutes.
  const parts = ['trigger', 'index', 'view'].flatMap((type) => {
    const ofType = all.filter((each) => each.type === type)
    return [0, 1, 2, 3].flatMap((nth) => ofType[Math.floor((nth * ofType.length) / 4)] ?? [])
  })
  for (const { type, name } of parts) sql.run(`DROP ${type} "${name}"`)
  const nameOf = ({ type, name }: { type: string; name: string }) => `${type} ${name}`
  // A view takes its own triggers along.
  expect(missingParts(sql).map(nameOf)).toEqual(expect.arrayContaining(parts.map(nameOf)))
  expect(await look(svc, 'database')).toMatchObject({ ok: false, fix: 'tapedeck doctor --fix makes them again' })
  expect(await look(svc, 'database', { fix: true })).toMatchObject({ ok: true, note: 'fixed' })
  expect(missingParts(sql)).toEqual([])
})

test('a dropped table is named, and no fix is promised', async () => {
  await using svc = await startServer()
  svc.ctx.db.$client.run('DROP TABLE playlists')
  expect(await look(svc, 'database', { fix: true })).toMatchObject({
    ok: false,
    problem: expect.stringContaining('the database lacks table playlists'),
    fix: 'restore the newest backup; keep the damaged file',
  })
  using empty = new Database(':memory:')
  expect(missingParts(empty).length).toBeGreaterThan(500)
})

test('each search index that was emptied is missed, and finds the same again once it is fixed', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  await publishedRelease(svc, nova, [dawn.id])
  const { $client: sql } = svc.ctx.db
  for (const index of ['casset_search', 'account_search', 'release_search']) {
    const words = () => sql.query(`SELECT rowid, * FROM ${index} ORDER BY rowid`).values()
    const found = () => sql.query(`SELECT rowid FROM ${index} WHERE ${index} MATCH 'nova' ORDER BY rowid`).values()
    const before = [words(), found()]
    expect([index, found().length > 0]).toEqual([index, true])
    expect(await look(svc, 'search')).toEqual({ name: 'search', ok: true })
    sql.run(`DELETE FROM ${index}`)
    expect([index, (await look(svc, 'search'))?.ok]).toEqual([index, false])
    expect(await look(svc, 'search', { fix: true })).toMatchObject({ ok: true, note: 'fixed' })
    expect([index, words(), found()]).toEqual([index, ...before])
  }
})

test('a site whose owner is gone, and a folder for backups that is gone, are told', async () => {
  await using svc = await startServer({ env: { BACKUP_TO: '/nowhere/backups' } })
  cast(svc.ctx, 'nova')
  expect((await look(svc, 'registration'))?.ok).toBe(true)
  makeOwner(svc.ctx, 'nova@example.com')
  svc.ctx.db.insert(settingChanges).values({ id: 'x', name: 'SITE_NAME', value: 'N', isSet: true, changedAt: 1 }).run()
  expect((await look(svc, 'registration'))?.ok).toBe(true)
  svc.ctx.db.$client.run("UPDATE users SET role = 'member'")
  expect((await look(svc, 'registration'))?.problem).toStartWith('nobody owns this site any more')
  expect((await look(svc, 'backups'))?.problem).toBe('there is no folder /nowhere/backups any more')
})

test('a bucket for backups that is gone is told by its settings before the night, and one that is away is not', async () => {
  await using bucket = await startBucket()
  const { BLOBS = '', S3_ENDPOINT = '', ...keys } = bucket.env
  await using svc = await startServer({ env: { ...keys, BACKUP_S3_ENDPOINT: S3_ENDPOINT, BACKUP_TO: BLOBS } })
  const tonight = { name: 'backups', ok: true, note: 'the first backup is made tonight' }
  expect(await look(svc, 'backups')).toEqual(tonight)
  bucket.between = () => new Response('', { status: 503 })
  expect(await look(svc, 'backups')).toEqual(tonight)
  bucket.between = () => new Response('<Error><Code>NoSuchBucket</Code></Error>', { status: 404 })
  expect(await look(svc, 'backups')).toMatchObject({
    problem: expect.stringContaining('BACKUP_TO: There is no such bucket'),
    fix: expect.stringMatching(/^Create the bucket, or correct BACKUP_TO, BACKUP_S3_ENDPOINT and/),
  })
})

test('sums are not fixed from rows that the ledger calls wrong', async () => {
  await using svc = await startServer()
  const { $client: sql } = svc.ctx.db
  sql.run('PRAGMA foreign_keys = OFF')
  sql.run(
    "INSERT INTO ledger_accounts (id, mode, kind, currency, created_at) VALUES ('a', 'live', 'PLATFORM', 'usd', 1)",
  )
  sql.run("INSERT INTO ledger_entries (posting_id, position, account_id, amount_minor) VALUES ('p', 0, 'a', 5)")
  sql.run("INSERT INTO ledger_balances (account_id, amount_minor) VALUES ('a', 7)")
  expect((await look(svc, 'ledger'))?.ok).toBe(false)
  expect((await look(svc, 'sums', { fix: true }))?.problem).toContain('the ledger is wrong')
})

test('of those who store most none is named who stores nothing', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  cast(svc.ctx, 'ada')
  await addReadyTrack(svc.ctx, nova.cassetId, 'One')
  const largest = largestAccounts(svc.ctx, 9)
  expect(largest.map(({ handle }) => handle)).toEqual(['nova'])
})

test('a site is not ready on a disk that does not take what is written', async () => {
  await using svc = await startServer()
  expect(await readReadiness(svc.ctx)).toMatchObject({ ok: true, write: true })
  svc.tick(2_000)
  const lossy = { ...svc.ctx, ...createCommits(svc.ctx.db, () => Promise.reject(new Error('ENOSPC'))) }
  expect(await readReadiness(lossy)).toMatchObject({ ok: false, write: false })
})
