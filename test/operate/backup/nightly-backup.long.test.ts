import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { backupCheck } from '../../../src/operate/backup/backup-check.ts'
import { doBackupWork, type Work } from '../../../src/operate/backup/backup-child.ts'
import { nextAt } from '../../../src/operate/backup/nightly-backup.ts'
import { testLimitMs } from '../../support/limits.ts'
import { change, openDesk } from '../../support/operate/open-desk.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const day = 86_400_000

/** A site with nightly backups, and what was done for them. */
async function backedUp(place: string) {
  const done: Work[] = []
  const svc = await startServer({
    env: { BACKUP_TO: place },
    backUp: (ctx, work) => {
      done.push(work)
      return doBackupWork(ctx, work, undefined)
    },
  })
  return { svc, done }
}

async function pass(svc: TestServer, ms: number) {
  svc.tick(ms)
  await svc.ctx.jobs.idle()
}

test('a backup is made each night at its hour, restored on trial once a month, and the doctor says how old it is', async () => {
  using folder = temporaryFolder()
  const { svc, done } = await backedUp(folder.path)
  await using _ = svc
  expect(backupCheck.look(svc.ctx)).toEqual({ note: 'the first backup is made tonight' })
  await pass(svc, nextAt(svc.ctx.now(), 3) - svc.ctx.now() - 60_000)
  expect(done).toEqual([])
  await pass(svc, 120_000)
  expect(done).toEqual(['backup', 'trial'])
  expect(readdirSync(join(folder.path, 'backups')).filter((name) => name.includes('.tar'))).toHaveLength(1)
  expect(readdirSync(join(svc.dataDir, 'blobs/scratch'))).toEqual([])
  expect(backupCheck.look(svc.ctx)).toMatchObject({ note: expect.stringContaining('the last good one was made today') })
  await Bun.sleep(1_100)
  await pass(svc, day)
  expect(done).toEqual(['backup', 'trial', 'backup'])
  await Bun.sleep(1_100)
  await pass(svc, 31 * day)
  expect(done.slice(3)).toEqual(['backup', 'trial'])
})

test('one that fails is tried again, then told; while a trial fails no old backup goes, and each new one is tried', async () => {
  using folder = temporaryFolder()
  const { svc, done } = await backedUp(join(folder.path, 'backups'))
  await using _ = svc
  await pass(svc, nextAt(svc.ctx.now(), 3) - svc.ctx.now())
  for (let again = 0; again < 2; again += 1) await pass(svc, 3_600_000)
  expect(done).toEqual(['backup', 'backup', 'backup'])
  expect(backupCheck.look(svc.ctx)).toMatchObject({
    problem: expect.stringContaining('there is no such folder. Create it, or name one that is there; there is no good'),
  })
  mkdirSync(join(folder.path, 'backups'))
  await pass(svc, day)
  expect(done.slice(3)).toEqual(['backup', 'trial'])
  svc.ctx.db.$client.run("UPDATE backup_runs SET problem = 'it was cut short' WHERE is_trial = 1")
  expect(backupCheck.look(svc.ctx)).toMatchObject({
    problem: 'a backup could not be restored: it was cut short; older ones are kept',
  })
  await Bun.sleep(1_100)
  await pass(svc, day)
  expect(done.slice(5)).toEqual(['backup-keep-all', 'trial'])
  expect(backupCheck.look(svc.ctx)).toMatchObject({ note: expect.any(String) })
  svc.tick(4 * day)
  expect(backupCheck.look(svc.ctx)).toMatchObject({ problem: 'the last good one was made 4 days ago' })
  rmSync(join(folder.path, 'backups'), { recursive: true })
  expect(backupCheck.look(svc.ctx)).toMatchObject({ problem: expect.stringContaining('there is no folder') })
})

test('the hour is of UTC, and the next one is always ahead', () => {
  const at = (iso: string) => Date.parse(iso)
  expect(nextAt(at('2026-11-26T02:59:59Z'), 3)).toBe(at('2026-11-26T03:00:00Z'))
  expect(nextAt(at('2026-11-26T03:00:00Z'), 3)).toBe(at('2026-11-27T03:00:00Z'))
})

test('the owner names the place at the desk and has a backup made, in a process of its own', async () => {
  using backups = temporaryFolder()
  const { folder, svc, cookie } = await openDesk()
  using _ = folder
  await using __ = svc
  const none = await svc.call('POST', '/api/desk/backup', { cookie })
  expect([none.status, Reflect.get(Object(none.json), 'error')]).toEqual([409, 'No place for backups is set.'])
  const relative = await svc.call('PATCH', '/api/desk/settings', {
    cookie,
    body: { settings: [{ name: 'BACKUP_TO', value: 'backups' }] },
  })
  expect([relative.status, Reflect.get(Object(relative.json), 'field')]).toEqual([400, 'BACKUP_TO'])
  await change(svc, cookie, {
    settings: [
      { name: 'BACKUP_TO', value: backups.path },
      { name: 'BACKUP_PASSPHRASE', value: 'three quiet rooms' },
    ],
  })
  expect((await svc.call('POST', '/api/desk/backup', { cookie })).status).toBe(204)
  let found: unknown
  do {
    await Bun.sleep(100)
    const { json } = await svc.call('GET', '/api/desk/health', { cookie })
    found = Reflect.get(Object(json), 'backups')
  } while (Reflect.get(Object(found), 'isRunning') === true)
  expect(found).toMatchObject({ place: backups.path, isEncrypted: true, goodDays: 0, problem: null })
  expect(readdirSync(join(backups.path, 'backups')).some((name) => name.endsWith('.tar.gz.age'))).toBe(true)
})

test('nobody else sees or makes backups', async () => {
  await using svc = await startServer()
  cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const ada = cast(svc.ctx, 'ada')
  expect((await svc.call('POST', '/api/desk/backup', { cookie: ada.cookie })).status).toBe(403)
  expect((await svc.call('GET', '/api/desk/health', { cookie: ada.cookie })).status).toBe(403)
})

test('the health page says why a backup could not be restored on trial, until one can', async () => {
  using folder = temporaryFolder()
  const backups = join(folder.path, 'backups')
  let isRotten = true
  await using svc = await startServer({
    env: { BACKUP_TO: folder.path },
    backUp: (ctx, work) => {
      const newest = readdirSync(backups).filter((name) => name.includes('.tar'))
      if (work === 'trial' && isRotten) for (const name of newest) truncateSync(join(backups, name), 700)
      return doBackupWork(ctx, work, undefined)
    },
  })
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const page = async () => {
    const { text } = await svc.call('GET', '/desk/health', { cookie: nova.cookie })
    return {
      said: /A test restore failed: (.*?)<\/p>/.exec(text.replaceAll('<!-- -->', ''))?.[1],
      text,
    }
  }
  const trialProblem = async () => {
    const { json } = await svc.call('GET', '/api/desk/health', { cookie: nova.cookie })
    return Object(Reflect.get(Object(json), 'backups')).trialProblem
  }
  mkdirSync(backups)
  await pass(svc, nextAt(svc.ctx.now(), 3) - svc.ctx.now())
  const why = String(await trialProblem()).replace(/\.$/, '')
  expect(why.length).toBeGreaterThan(10)
  expect((await page()).said).toBe(`${why}. Older backups are kept until one works.`)
  isRotten = false
  await Bun.sleep(1_100)
  await pass(svc, day)
  expect([await trialProblem(), (await page()).said]).toEqual([null, undefined])
  expect((await page()).text).toContain('A test restore last worked on')
})
