import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mails } from '../../db/schema/platform/mail.ts'
import { listNotifications } from '../../src/account/notification/list-notifications.ts'
import { backupCheck } from '../../src/operate/backup/backup-check.ts'
import type { Outcome } from '../../src/operate/backup/model.ts'
import { keepRun } from '../../src/operate/backup/runs.ts'
import { clockCheck } from '../../src/operate/doctor/check/clock.ts'
import { findBackup } from '../../src/platform/backup/find-backup.ts'
import { nameAt } from '../../src/platform/backup/kept-backups.ts'
import { openPlace } from '../../src/platform/backup/place.ts'
import { backupsToKeep } from '../../src/platform/backup/retention.ts'
import { idleKindsOf } from '../../src/platform/job/overdue-jobs.ts'
import { clockMovedAt } from '../../src/platform/settled-clock.ts'
import { jobDefinitions } from '../../src/rooms.ts'
import { signUp } from '../support/account/account.ts'
import { tell } from '../support/account/notification.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const day = 86_400_000
const year = 365 * day

async function setClock(svc: TestServer, ms: number): Promise<void> {
  svc.setClock(ms)
  await svc.ctx.jobs.idle()
}

const addSentEmail = ({ ctx }: TestServer) =>
  ctx.db
    .insert(mails)
    .values({
      id: ctx.uuid(),
      uniqueKey: 'greeting',
      kind: 'greeting',
      recipient: 'kim@example.org',
      recipientName: 'Kim',
      subject: 'Hello',
      textBody: '',
      createdAt: ctx.now(),
      sentAt: ctx.now(),
    })
    .run()

const count = ({ ctx }: TestServer, rows: string) =>
  ctx.db.$client.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${rows}`).get()?.n ?? 0

test('a clock that is a year ahead for some hours deletes nothing, also by a start and a sign-up meanwhile', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  tell(svc, nova, ada, '1')
  addSentEmail(svc)
  const kept = () => [
    count(svc, "mails WHERE recipient = 'kim@example.org'"),
    listNotifications(svc.ctx, nova.userId, 10).notifications.length,
    count(svc, `sessions WHERE user_id = '${nova.userId}'`),
  ]
  // The time of the start is noted while the clock is right.
  await svc.ctx.jobs.idle()
  await setClock(svc, year)
  await signUp(svc, 'meanwhile')
  // A process that never saw the right time; the second start is of the same day.
  for (let starts = 0; starts < 2; starts += 1) {
    await using ahead = await startServer({ dataDir: svc.dataDir, aheadMs: year + starts * 60_000 })
    await ahead.ctx.jobs.idle()
    expect(clockCheck.look(ahead.ctx)).toMatchObject({ note: expect.stringContaining('far ahead') })
  }
  expect(kept()).toEqual([1, 1, 1])
  await setClock(svc, -year)
  expect((await svc.call('GET', '/api/auth/session', { cookie: nova.cookie })).status).toBe(200)
  expect(kept()).toEqual([1, 1, 1])
  // Old things go as ever once the clock has been right for a day.
  for (let days = 0; days < 2; days += 1) {
    svc.tick(day)
    await svc.ctx.jobs.idle()
  }
  expect(clockCheck.look(svc.ctx)).toEqual({})
  svc.tick(200 * day)
  await svc.ctx.jobs.idle()
  expect(kept()).toEqual([0, 0, 0])
})

/** Every kind of job, by what a date does with it; only the first wait for the clock to settle. */
const byDate: Record<string, readonly string[]> = {
  'a date ends something for good': [
    ...['drop-unclaimed', 'drop-deadline', 'open-tape', 'make-statements', 'party', 'support-due'],
  ],
  'looks at the clock itself': ['sweep-daily', 'transfer', 'account-ready'],
  'can be made, paid or pressed again': [
    ...['end-unpaid', 'cancel-replaced', 'end-exports', 'sweep-pack', 'sweep-picture', 'drop-packs', 'sweep-upload'],
    ...['end-kept-card', 'sweep-blobs', 'erase-traces', 'erase-unheld', 'hold-payouts', 'get-certificate'],
  ],
  'writes to people at an hour': [
    ...['send-gift', 'send-letter', 'drop-reminder', 'gather-digest', 'ask-opt-ins', 'tell-payment', 'tell-scores'],
  ],
  'is due by a cause and not by a date': [
    ...['forgot-password', 'rename-in-rooms', 'make-export', 'send-mail', 'send-push', 'gather-letter-readers'],
    ...[
      'try-letter',
      'try-waiting-mails',
      'make-light',
      'give-future-tape',
      'update-customer',
      'account-fees',
      'process-event',
      'learn-currency',
    ],
    ...['refund-duplicate', 'refund-undelivered', 'refund-moved', 'refund-preorder', 'refund-rest', 'refund-prize'],
    ...[
      'refund-withdrawal',
      'refund-waits',
      'finish-withdrawal',
      'settle-order',
      'notify-preorder',
      'call-off',
      'price-fell',
    ],
    ...['tell-cancelled', 'close-account', 'tell-room', 'tell-reporters', 'payout-contents', 'ingest-track'],
    ...[
      'cut-hook',
      'preview-extra',
      'tell-holders',
      'build-pack',
      'convert-pack',
      'pack-release',
      'sign-version',
      'anchor-events',
    ],
    ...['cosign-log', 'look-over', 'nightly-backup', 'tell-party', 'forget-guests'],
  ],
}

test('every kind of job says what a date does with it, and waits for a wrong clock where that is for good', async () => {
  await using svc = await startServer()
  expect(Object.values(byDate).flat().toSorted()).toEqual(jobDefinitions.map(({ kind }) => kind).toSorted())
  const waiting = () => jobDefinitions.flatMap((job) => (job.mayBegin(svc.ctx) ? [] : [job.kind])).toSorted()
  const [[, forGood = []] = []] = Object.entries(byDate)
  expect(waiting()).toEqual([])
  for (const ms of [year, -year]) {
    svc.setClock(ms)
    expect(waiting()).toEqual(forGood.toSorted())
  }
  // That makes no job overdue.
  expect(idleKindsOf(svc.ctx).names()).toEqual(expect.arrayContaining([...forGood]))
  svc.tick(day)
  expect(waiting()).toEqual([])
})

test('a site that always stands for more than a week and runs for some hours deletes what is old all the same', async () => {
  using folder = temporaryFolder()
  const settles: boolean[] = []
  // Standstills, a start on the next day, a clock that is wrong once, and a standstill again.
  for (const days of [0, 9, 18, 27, 36, 37, 400, 46, 55]) {
    await using svc = await startServer({ dataDir: folder.path, aheadMs: days * day })
    await svc.ctx.jobs.idle()
    settles.push(clockMovedAt(svc.ctx) === undefined)
  }
  expect(settles).toEqual([true, false, false, true, true, true, false, false, false])
})

test('backups made while the clock was ahead push no other out, and are not restored in place of newer ones', async () => {
  using folder = temporaryFolder()
  const now = Date.parse('2026-11-26T04:30:00Z')
  const nights = Array.from({ length: 5 }, (_, night) => now - night * day)
  const ahead = Array.from({ length: 20 }, (_, night) => now + year + night * day)
  expect(backupsToKeep([...nights, ...ahead], now)).toEqual(new Set([...nights, ...ahead]))
  mkdirSync(join(folder.path, 'backups'))
  const place = openPlace({ kind: 'folder', path: folder.path })
  const add = (time: number) => writeFileSync(join(folder.path, `backups/${nameAt(new Date(time))}.tar`), '')
  const newest = async (at: number) =>
    (await findBackup(place, { now: at, isSet: false, passphrase: () => undefined })).madeAt.slice(0, 10)
  for (const time of ahead.slice(0, 2)) add(time)
  // When all backups are ahead, as on a machine whose clock is behind, one of them is better than
  // none.
  expect(await newest(now)).toBe('2027-11-27')
  for (const time of nights) add(time)
  expect(await newest(now)).toBe('2026-11-26')
  expect(await newest(now + year + 10 * day)).toBe('2027-11-27')
})

test('a backup of a clock that was ahead does not hide for a year that the nights since failed', async () => {
  using folder = temporaryFolder()
  await using svc = await startServer({ env: { BACKUP_TO: folder.path } })
  const good: Outcome = { ok: true, name: 'one', files: 1, bytes: 1, newBytes: 1, damaged: [] }
  const keep = (at: number, outcome: Outcome) => svc.ctx.db.transaction(() => keepRun(svc.ctx, false, at, outcome))
  keep(svc.ctx.now() - day, good)
  keep(svc.ctx.now() + year, good)
  expect(backupCheck.look(svc.ctx)).toMatchObject({ note: expect.stringContaining('1 day ago') })
  keep(svc.ctx.now(), { ok: false, problem: 'the disk is full' })
  expect(backupCheck.look(svc.ctx)).toMatchObject({
    problem: 'the last backup failed: the disk is full; the last good one was made 1 day ago',
  })
})
