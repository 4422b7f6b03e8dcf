import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '../../db/schema/platform/job.ts'
import { mails } from '../../db/schema/platform/mail.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { keepingMessages } from '../../src/lib/language/say.ts'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import type { CheckResult } from '../../src/platform/check.ts'
import { jobCheck } from '../../src/platform/job/job-check.ts'
import { rowsOf } from '../support/account/account.ts'
import { openDesk } from '../support/operate/open-desk.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

const well = (name: string): CheckResult => ({ name, ok: true })
const bad = (name: string, problem: string): CheckResult => ({ name, ok: false, problem, fix: 'wind it back' })

/** A site that looks itself over, and finds what `found` has. */
async function lookingSite(found: { now: CheckResult[] }, env: Record<string, string> = {}) {
  const svc = await startServer({ env, look: async () => found.now })
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  return { svc, nova }
}

async function pass(svc: TestServer, ms: number) {
  svc.tick(ms)
  await svc.ctx.jobs.idle()
}

const day = 86_400_000

// Programs are answered in English.
const byBrowser = { 'sec-fetch-site': 'same-origin' }

type Told = { title: string; text: string }

async function bell(svc: TestServer, cookie: string, headers: Record<string, string> = {}): Promise<Told[]> {
  const { json } = await svc.call('GET', '/api/notifications', { cookie, headers })
  const list: unknown = Reflect.get(Object(json), 'notifications')
  return (Array.isArray(list) ? list : []).map(({ title, text }) => ({ title, text }))
}

const emails = (svc: TestServer) => svc.ctx.db.select().from(mails).where(eq(mails.kind, 'look-over')).all()

describe('A serving site looks itself over', () => {
  test('half a minute after the start and a day later, and tells its owner once of what is new, and once when it is well', async () => {
    const found = { now: [well('disk'), bad('mail', 'it jammed')] }
    const { svc, nova } = await lookingSite(found)
    await using _ = svc
    await svc.ctx.jobs.idle()
    expect(await bell(svc, nova.cookie)).toEqual([])
    await pass(svc, 30_000)
    const trouble = { title: 'Your site needs you: mail', text: 'It jammed.' }
    expect(await bell(svc, nova.cookie)).toEqual([trouble])
    expect(emails(svc)).toMatchObject([{ recipient: 'nova@example.com', subject: 'Tapedeck needs you' }])
    expect(emails(svc)[0]?.textBody).toContain('To fix it: wind it back.')
    found.now = [well('disk'), bad('mail', 'it jammed again')]
    await pass(svc, day)
    expect(await bell(svc, nova.cookie)).toEqual([trouble])
    found.now = [bad('disk', 'it is full'), well('mail')]
    await pass(svc, day)
    expect((await bell(svc, nova.cookie)).map(({ title }) => title)).toEqual([
      'Well again on your site: mail',
      'Your site needs you: disk',
      'Your site needs you: mail',
    ])
    expect(emails(svc)).toHaveLength(2)
    await pass(svc, day)
    expect(emails(svc)).toHaveLength(2)
  })

  test('and each owner reads what it found in their own language, at the desk, by bell and by email', async () => {
    await using svc = await startServer({
      env: { LANGUAGES: 'en, de' },
      // This is what the process of the checks does.
      look: (ctx) => keepingMessages(() => runChecks(ctx, { looks: [jobCheck] })),
    })
    const { cookie, userId } = cast(svc.ctx, 'nova')
    makeOwner(svc.ctx, 'nova@example.com')
    svc.ctx.db.$client.run("UPDATE users SET language = 'de' WHERE id = ?", [userId])
    const failed = { payload: '{}', state: 'FAILED', runAt: 0, attempts: 5, problem: 'broke', createdAt: 0 } as const
    svc.ctx.db
      .insert(jobs)
      .values({ ...failed, id: '1', kind: 'backup', uniqueKey: '1' })
      .run()
    await pass(svc, 30_000)
    const finding = async () => {
      const { json } = await svc.call('GET', '/api/desk/health', { cookie, headers: byBrowser })
      const { title, text, fix } = Object(json).findings[0]
      return [title, text, fix]
    }
    const german = [
      'Aufgaben',
      '1 Aufgabe fehlgeschlagen (backup: 1)',
      'tapedeck doctor --fix versucht noch einmal, was fehlgeschlagen ist',
    ]
    expect(await finding()).toEqual(german)
    const [mail] = emails(svc)
    expect(mail?.subject).toBe('Tapedeck braucht dich')
    expect(mail?.textBody).toContain(`Aufgaben. ${german[1]}.\nSo behebst du es: ${german[2]}.`)
    expect(await bell(svc, cookie, byBrowser)).toEqual([
      { title: 'Deine Seite braucht dich: Aufgaben', text: `${german[1]}.` },
    ])
    svc.ctx.db.$client.run("UPDATE users SET language = 'en' WHERE id = ?", [userId])
    expect(await finding()).toEqual(['jobs', '1 job failed (backup: 1)', 'tapedeck doctor --fix retries what failed'])
  })

  test('and tells an owner who comes later what was found before', async () => {
    await using svc = await startServer({ look: async () => [bad('mail', 'it jammed')] })
    await pass(svc, 30_000)
    expect(emails(svc)).toEqual([])
    cast(svc.ctx, 'nova')
    makeOwner(svc.ctx, 'nova@example.com')
    await pass(svc, day)
    expect(emails(svc)).toHaveLength(1)
  })

  test('when the owner asks for it, and shows all of it to nobody else', async () => {
    const found = { now: [well('disk'), bad('mail', 'it jammed')] }
    const { svc, nova } = await lookingSite(found)
    await using _ = svc
    const ada = cast(svc.ctx, 'ada')
    expect((await svc.call('POST', '/api/desk/look-over', { cookie: nova.cookie })).status).toBe(204)
    await svc.ctx.jobs.idle()
    const { json } = await svc.call('GET', '/api/desk/health', { cookie: nova.cookie })
    expect(json).toMatchObject({
      isLooking: false,
      findings: [
        { name: 'disk', ok: true, text: null },
        { name: 'mail', ok: false, text: 'it jammed', fix: 'wind it back' },
      ],
    })
    for (const path of ['/desk/health', '/desk/log']) {
      expect((await svc.call('GET', path, { cookie: nova.cookie, headers: { accept: 'text/html' } })).status).toBe(200)
      expect((await svc.call('GET', path, { cookie: ada.cookie, headers: { accept: 'text/html' } })).status).toBe(403)
    }
  })

  test('and goes on the next day when the checks could not be run', async () => {
    let isBroken = true
    await using svc = await startServer({
      look: async () => {
        if (isBroken) throw new Error('no process')
        return [well('disk')]
      },
    })
    await pass(svc, 30_000)
    for (let tries = 0; tries < 4; tries += 1) await pass(svc, 10_000)
    isBroken = false
    await pass(svc, day)
    expect(rowsOf(svc, 'doctor_findings')).toMatchObject([{ name: 'disk', ok: 1 }])
  })

  test('in a process of its own, with what the commands of that site would find', async () => {
    const smtp = await startSmtp()
    const { folder, svc, cookie } = await openDesk({ ...smtp.env, SMTP_URL: 'smtp://127.0.0.1:9' })
    using _ = folder
    await using __ = svc
    expect((await svc.call('POST', '/api/desk/look-over', { cookie })).status).toBe(204)
    let health: unknown
    do {
      await Bun.sleep(50)
      health = (await svc.call('GET', '/api/desk/health', { cookie })).json
    } while (Reflect.get(Object(health), 'lookedAt') === null)
    const findings: unknown = Reflect.get(Object(health), 'findings')
    expect(findings).toContainEqual(expect.objectContaining({ name: 'database', ok: true }))
    expect(findings).toContainEqual(
      expect.objectContaining({ name: 'mail', ok: false, text: expect.stringContaining('ECONNREFUSED') }),
    )
    await smtp[Symbol.asyncDispose]()
  })
})

describe('A job', () => {
  test('that should have been done an hour ago is told, unless the program has just started or leaves such jobs', async () => {
    await using svc = await startServer()
    const { ctx } = svc
    const insert = (kind: string, state: string, runAt: number, takenAt: number | null) =>
      ctx.db.$client.run(
        `INSERT INTO jobs (id, kind, payload, state, run_at, taken_at, created_at, lease_until, taken_by)
         VALUES (?, ?, '{}', ?, ?, ?, 0, ?, ?)`,
        [ctx.uuid(), kind, state, runAt, takenAt, takenAt && ctx.now() + 9e9, takenAt && '1000000:alive'],
      )
    const look = () => jobCheck.look(ctx)
    insert('forgotten-kind', 'READY', ctx.now() - 4 * day, null)
    // Without a mail server its emails wait.
    insert('send-mail', 'READY', ctx.now() - 4 * day, null)
    expect(look()).toEqual({})
    svc.tick(3_600_001)
    expect(look()).toMatchObject({ problem: '1 job should have been done an hour ago (forgotten-kind: 1)' })
    insert('stuck-kind', 'RUNNING', ctx.now() - 4 * day, ctx.now() - 4 * day)
    // Taken a moment ago, although it was due long ago.
    insert('busy-kind', 'RUNNING', ctx.now() - 4 * day, ctx.now())
    expect(look()).toMatchObject({
      problem: '2 jobs should have been done an hour ago (forgotten-kind: 1, stuck-kind: 1)',
    })
    const { status, json } = await svc.call('GET', '/readyz')
    // It sells all the same: a balancer must not take it away.
    expect([status, json]).toEqual([200, { ok: true, write: true, disk: true, jobs: false }])
  })
})

describe('/readyz', () => {
  test('answers for any host, and writes at most once a second', async () => {
    await using svc = await startServer({ clock: 'stands' })
    const well = { ok: true, write: true, disk: true, jobs: true }
    const probed = svc.call('GET', '/readyz', { headers: { host: 'probe' } })
    expect((await probed).json).toEqual(well)
    // The work of the start is done.
    await svc.ctx.jobs.idle()
    const changes = () => svc.ctx.db.$client.query('SELECT total_changes() AS n').get()
    const before = changes()
    expect((await svc.call('GET', '/readyz')).status).toBe(200)
    expect(changes()).toEqual(before)
  })

  test('is 503 where the database takes no write, and says beside it that the disk has no more room than the reserve', async () => {
    await using full = await startServer({ disk: { freeBytes: () => 1, totalBytes: () => 1e12 } })
    const short = await full.call('GET', '/readyz')
    expect([short.status, short.json]).toEqual([200, { ok: true, write: true, disk: false, jobs: true }])
    await using svc = await startServer()
    svc.ctx.db.$client.run('PRAGMA query_only = ON')
    const { status, json } = await svc.call('GET', '/readyz')
    svc.ctx.db.$client.run('PRAGMA query_only = OFF')
    expect([status, json]).toEqual([503, { ok: false, write: false, disk: true, jobs: true }])
  })
})
