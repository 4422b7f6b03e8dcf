import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ledgerAccounts } from '../../../db/schema/books/ledger.ts'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { backupCheck } from '../../../src/operate/backup/backup-check.ts'
import { doBackupWork } from '../../../src/operate/backup/backup-child.ts'
import { backupCommand } from '../../../src/operate/command/backup.ts'
import { testLimitMs } from '../../support/limits.ts'
import { startBucket } from '../../support/platform/bucket.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

async function backedUp(env: Record<string, string>) {
  const svc = await startServer({ env, backUp: (ctx, work) => doBackupWork(ctx, work, undefined) })
  const { cookie } = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const health = async () => {
    const { json } = await svc.call('GET', '/api/desk/health', { cookie })
    return Object(Reflect.get(Object(json), 'backups'))
  }
  const ask = async () => {
    expect((await svc.call('POST', '/api/desk/backup', { cookie })).status).toBe(204)
    await svc.ctx.jobs.idle()
  }
  const save = (values: Record<string, string>) => {
    const settings = Object.entries(values).map(([name, value]) => ({ name, value }))
    return svc.call('PATCH', '/api/desk/settings', { cookie, body: { settings } })
  }
  return { svc, health, ask, save }
}

const tarsIn = (folder: string) => readdirSync(join(folder, 'backups')).filter((name) => name.includes('.tar'))

test('a backup that is asked for is made at once, also where one before it failed and rests', async () => {
  using folder = temporaryFolder()
  const place = join(folder.path, 'backups')
  const { svc, health, ask } = await backedUp({ BACKUP_TO: place })
  await using _ = svc
  for (let time = 0; time < 3; time += 1) {
    await ask()
    expect(await health()).toMatchObject({ isRunning: false, problem: expect.stringContaining('no such folder') })
  }
  mkdirSync(place)
  await ask()
  expect(await health()).toMatchObject({ isRunning: false, problem: null, goodDays: 0 })
  expect(tarsIn(place)).toHaveLength(1)
})

test('a changed place drops how the backups to the one before it failed', async () => {
  using folder = temporaryFolder()
  const { svc, health, ask, save } = await backedUp({ BACKUP_TO: join(folder.path, 'absent') })
  await using _ = svc
  await ask()
  expect((await health()).problem).toContain('no such folder')
  expect((await save({ BACKUP_TO: join(folder.path, 'b') })).status).toBe(204)
  expect(await health()).toMatchObject({ isRunning: false, problem: null })
})

test('advice about a bucket names the settings that lead to it, and none that move the music', async () => {
  await using bucket = await startBucket()
  const { S3_ENDPOINT = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = bucket.env
  const own = {
    ...{ BACKUP_S3_ENDPOINT: S3_ENDPOINT, BACKUP_S3_REGION: 'us-east-1' },
    ...{ BACKUP_S3_ACCESS_KEY_ID: S3_ACCESS_KEY_ID, BACKUP_S3_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY },
  }
  const { svc, save } = await backedUp({})
  await using _ = svc
  const saved = async (place: string) => {
    const { status, json } = await save({ ...own, BACKUP_TO: place })
    return { status, ...Object(json) }
  }
  expect(await saved('s3://nothere/x')).toMatchObject({
    ...{ status: 400, field: 'BACKUP_TO', error: expect.stringContaining('There is no such bucket') },
    hint: 'Create the bucket, or correct BACKUP_TO, BACKUP_S3_ENDPOINT and BACKUP_S3_REGION.',
  })
  bucket.between = () => new Response('<Error><Code>AccessDenied</Code></Error>', { status: 403 })
  const { hint } = await saved('s3://music/backups')
  expect(hint).toContain('Check BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY')
  bucket.between = () => undefined
  expect((await saved('s3://music/backups')).status).toBe(204)
  expect((await bucket.keys()).filter((key) => key.includes('trial-'))).toEqual([])
  const shared = { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, BACKUP_TO: 's3://nothere/x' }
  await using other = await startServer({ env: shared })
  expect(await doBackupWork(other.ctx, 'backup', undefined)).toEqual({
    ok: false,
    problem: expect.stringContaining('correct BACKUP_TO, S3_ENDPOINT and BACKUP_S3_REGION.'),
  })
})

test('a passphrase other than that of the place is refused when it is saved', async () => {
  using folder = temporaryFolder()
  const [first, second] = ['three quiet rooms', 'four loud rooms']
  const { svc, ask, save } = await backedUp({ BACKUP_TO: folder.path, BACKUP_PASSPHRASE: first })
  await using _ = svc
  await ask()
  const to = (passphrase: string) => save({ BACKUP_TO: folder.path, BACKUP_PASSPHRASE: passphrase })
  expect((await to(second)).json).toMatchObject({ field: 'BACKUP_PASSPHRASE' })
  expect((await to(first)).status).toBe(204)
})

const byHand = async (svc: TestServer, place: string) => {
  const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false }, program: '' }
  return backupCommand(svc.ctx.config, machine, ['--to', place], () => {})
}

test('a backup by hand to the same place ends that the last one failed, and one to another place does not', async () => {
  using folder = temporaryFolder()
  const [place, other] = [join(folder.path, 'backups'), join(folder.path, 'other')]
  mkdirSync(other)
  const { svc, ask } = await backedUp({ BACKUP_TO: place })
  await using _ = svc
  await ask()
  expect(backupCheck.look(svc.ctx)).toMatchObject({ problem: expect.stringContaining('the last backup failed') })
  expect(await byHand(svc, other)).toBe(0)
  expect(backupCheck.look(svc.ctx)).toMatchObject({ problem: expect.stringContaining('the last backup failed') })
  mkdirSync(place)
  expect(await byHand(svc, place)).toBe(0)
  expect(backupCheck.look(svc.ctx)).toMatchObject({ note: expect.stringContaining('the last good one was made today') })
})

test('a site that was paid real money is not well without any backup; one by hand counts for a week', async () => {
  using folder = temporaryFolder()
  await using svc = await startServer()
  expect(backupCheck.look(svc.ctx)).toMatchObject({ note: 'no backup is made automatically' })
  // The ledger opens it with the first payment.
  const account = { id: 'live:buyers:usd', mode: 'live', kind: 'BUYERS', currency: 'usd', createdAt: 1 } as const
  svc.ctx.db.insert(ledgerAccounts).values(account).run()
  const bad = { problem: 'people have paid here, and no backup of this site is made' }
  expect(backupCheck.look(svc.ctx)).toMatchObject(bad)
  expect(await byHand(svc, folder.path)).toBe(0)
  expect(backupCheck.look(svc.ctx)).toMatchObject({ note: 'no backup is made automatically' })
  svc.tick(9 * 86_400_000)
  expect(backupCheck.look(svc.ctx)).toMatchObject(bad)
})
