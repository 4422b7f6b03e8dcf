import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { chmodSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { jobs } from '../../../db/schema/platform/job.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { uuidFloor } from '../../../src/lib/hash/uuid.ts'
import { runChecks } from '../../../src/operate/doctor/run-checks.ts'
import { checks } from '../../../src/rooms.ts'
import { rowsOf } from '../../support/account/account.ts'
import { startSmtp } from '../../support/platform/smtp.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { shareNames } from '../../support/shared.ts'
import { addEmoji } from '../../support/shop/emoji.ts'
import { cast, world } from '../../support/world.ts'

const sharedServer = shareNames()

const [hour, week] = [3_600_000, 7 * 86_400_000]

/** The doctor's line about one thing. */
async function look({ ctx }: TestServer, name: string, { fix = false } = {}) {
  const looks = checks.filter((check) => check.name === name)
  return (await runChecks(ctx, { fix, looks }))[0]
}

test.each([
  ['http://localhost:3000', true],
  ['http://127.9.8.7:3000', true],
  ['http://[::1]:3000', true],
  ['http://localhost.evil.example', false],
  ['http://127.0.0.1.evil.example', false],
  ['http://evil-localhost', false],
])('%s is this machine alone: %p', async (BASE_URL, ok) => {
  await using svc = await startServer({ env: { BASE_URL } })
  expect(await look(svc, 'configuration')).toMatchObject({ ok })
})

test.each([0o640, 0o604, 0o610, 0o601, 0o620])('keys of mode %o are told and closed', async (mode) => {
  const svc = await sharedServer()
  const path = join(svc.dataDir, 'secrets.json')
  chmodSync(path, mode)
  expect(await look(svc, 'secrets')).toMatchObject({ ok: false })
  expect(await look(svc, 'secrets', { fix: true })).toMatchObject({ ok: true })
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test('a search index that another process wrote is no damage', async () => {
  await using svc = await startServer()
  cast(svc.ctx, 'nova')
  expect(await look(svc, 'database')).toMatchObject({ ok: true })
  using other = new Database(join(svc.dataDir, 'tapedeck.db'))
  other.run("UPDATE cassets SET name = 'Renamed elsewhere'")
  other.run("UPDATE artists SET display_name = 'Renamed elsewhere'")
  expect(await look(svc, 'database')).toEqual({ name: 'database', ok: true })
})

test('a database whose rows break its own rules is damaged', async () => {
  await using svc = await startServer()
  cast(svc.ctx, 'nova')
  const { $client } = svc.ctx.db
  $client.run('PRAGMA ignore_check_constraints = ON')
  $client.run('UPDATE users SET email = NULL')
  $client.run('PRAGMA ignore_check_constraints = OFF')
  expect(await look(svc, 'database')).toEqual({
    name: 'database',
    ok: false,
    problem: 'the file is damaged: CHECK constraint failed in users',
    fix: 'restore the newest backup; keep the damaged file',
  })
})

test('work that waits or runs is left as it is when what failed is tried again', async () => {
  const svc = await sharedServer()
  const row = { kind: 'unheard-of', payload: '{}', createdAt: 0, attempts: 3 }
  svc.ctx.db
    .insert(jobs)
    .values([
      { ...row, id: '1', state: 'FAILED', runAt: 0, problem: 'broke' },
      { ...row, id: '2', state: 'READY', runAt: 7, problem: 'rests' },
      {
        ...row,
        id: '3',
        state: 'RUNNING',
        runAt: 8,
        takenBy: '1000000:x',
        takenAt: svc.ctx.now(),
        leaseUntil: svc.ctx.now() + week,
      },
    ])
    .run()
  expect(await look(svc, 'jobs', { fix: true })).toMatchObject({ ok: true, note: 'fixed' })
  expect(rowsOf(svc, 'jobs')).toMatchObject([
    { id: '1', state: 'READY', attempts: 0, problem: null },
    { id: '2', state: 'READY', attempts: 3, run_at: 7, problem: 'rests' },
    { id: '3', state: 'RUNNING', attempts: 3, run_at: 8 },
  ])
})

test('of mail, what went out or was given up long ago is not told, and what waits is from the first hour on', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ clock: 'stands', env: smtp.env })
  const now = svc.ctx.now()
  const mail = { kind: 'k', recipient: 'r', recipientName: '', subject: '', textBody: '' }
  const put = (id: string, values: Partial<typeof mails.$inferInsert>) =>
    svc.ctx.db
      .insert(mails)
      .values({ ...mail, id: `${uuidFloor(values.createdAt ?? now)} ${id}`, uniqueKey: id, createdAt: now, ...values })
      .run()
  put('out', { createdAt: now - 2 * hour, sentAt: now - hour })
  put('given up long ago', { createdAt: now - week - hour, problem: '550' })
  put('of no use', { createdAt: now - 2 * hour, usefulUntil: now })
  put('waits', { createdAt: now - hour })
  expect(await look(svc, 'mail')).toEqual({ name: 'mail', ok: true })
  put('given up', { createdAt: now - week + hour, problem: '550' })
  expect(await look(svc, 'mail')).toMatchObject({ ok: true, note: expect.stringContaining('1 email given up') })
  svc.tick(1)
  expect(await look(svc, 'mail')).toMatchObject({ ok: false, problem: '1 email waiting for over an hour' })
})

test('the hook of a track and the picture of an emoji are files that have to be there', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const { sha256 } = await addEmoji(svc, nova)
  for (const hash of [dawn.hookSha256 ?? '', sha256]) rmSync(svc.ctx.blobs.path(hash))
  const problem = (await look(svc, 'media'))?.problem ?? ''
  expect(problem).toMatch(
    /^the hook of "Dawn" by nova is missing \(\S+\); the emoji :wave: by nova is missing \(\S+\)$/,
  )
})

test('nothing is fixed that is well', async () => {
  const svc = await sharedServer()
  const fixed: string[] = []
  const thing = (name: string, problem?: string) => ({
    name,
    place: 0,
    look: () => (problem === undefined ? { note: 'fine' } : { problem }),
    fix: () => void fixed.push(name),
  })
  const looks = [thing('well'), thing('broken', 'out of order')]
  expect(await runChecks(svc.ctx, { looks })).toEqual([
    { name: 'well', ok: true, note: 'fine' },
    { name: 'broken', ok: false, problem: 'out of order' },
  ])
  expect(fixed).toEqual([])
  const after = await runChecks(svc.ctx, { looks, fix: true })
  expect(after.map(({ name, ok, note }) => [name, ok, note])).toEqual([
    ['well', true, 'fine'],
    ['broken', false, undefined],
  ])
  expect(fixed).toEqual(['broken'])
})
