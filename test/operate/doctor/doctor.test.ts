import { describe, expect, test } from 'bun:test'
import { chmodSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { assets } from '../../../db/schema/platform/asset.ts'
import { jobs } from '../../../db/schema/platform/job.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import { renderChecks, runChecks } from '../../../src/operate/doctor/run-checks.ts'
import { queueMail } from '../../../src/platform/mail/queue-mail.ts'
import { rowsOf } from '../../support/account/account.ts'
import { startSmtp } from '../../support/platform/smtp.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { shareNames } from '../../support/shared.ts'
import { world } from '../../support/world.ts'

const sharedServer = shareNames()

const hour = 3_600_000

const well = [
  { name: 'site', ok: true },
  {
    name: 'configuration',
    ok: true,
    note: 'BASE_URL is not set: only this machine can open the site',
    fix: 'set BASE_URL to the address that people type, such as https://music.example',
  },
  { name: 'certificate', ok: true },
  {
    name: 'registration',
    ok: true,
    note: 'anybody may create an account',
    fix: 'to end that, set REGISTRATION=closed',
  },
  { name: 'seller', ok: true, note: 'nothing is sold here' },
  ...['secrets', 'files', 'database', 'ledger', 'sums', 'search', 'drops'].map((name) => ({ name, ok: true })),
  {
    name: 'payments',
    ok: true,
    note: 'PAYMENTS is off: people can get only what is free',
    fix: 'to sell, set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY; PAYMENTS=test tries it out',
  },
  { name: 'modes', ok: true },
  { name: 'webhooks', ok: true },
  { name: 'wallets', ok: true },
  { name: 'reconciling', ok: true },
  { name: 'payouts', ok: true },
  { name: 'receipts', ok: true },
  { name: 'licenses', ok: true },
  { name: 'restored', ok: true },
  { name: 'bucket', ok: true },
  { name: 'media', ok: true },
  { name: 'provenance', ok: true },
  { name: 'witnesses', ok: true },
  {
    name: 'mail',
    ok: true,
    note: 'SMTP_URL is not set, so no email is sent; 0 emails in the outbox',
    fix: 'set SMTP_URL and MAIL_FROM; until then tapedeck password EMAIL prints a link for anybody who forgot their password',
  },
  { name: 'sender', ok: true },
  { name: 'withdrawals', ok: true },
  { name: 'jobs', ok: true },
  { name: 'edges', ok: true },
  { name: 'second machine', ok: true },
  {
    name: 'backups',
    ok: true,
    note: 'no backup is made automatically',
    fix: 'name a folder on another disk, or a bucket, under Backups at the desk',
  },
  { name: 'memory', ok: true },
  { name: 'clock', ok: true },
]

/** The line about one thing, everything else being well. */
async function only(svc: TestServer, name: string, options?: { fix: boolean }) {
  const results = await runChecks(svc.ctx, options)
  const others = results.filter((result) => result.name !== name && result.name !== 'disk')
  expect(others.filter(({ ok }) => !ok)).toEqual([])
  return results.find((result) => result.name === name)
}

const email = (uniqueKey: string) => ({
  uniqueKey,
  kind: 'look-over' as const,
  to: { name: 'Nova', address: 'nova@example.org' },
  write: () => ({ subject: 'Hello', text: 'Hello.' }),
})

describe('The doctor', () => {
  test('finds a fresh instance well, and one with music', async () => {
    const svc = await sharedServer()
    expect((await runChecks(svc.ctx)).filter(({ name }) => name !== 'disk')).toEqual(well)
    await world(svc)
    expect((await runChecks(svc.ctx)).filter(({ name }) => name !== 'disk')).toEqual(well)
  })

  test('says how much room the disk has, and wants two of the largest uploads', async () => {
    await using svc = await startServer({ env: { MAX_UPLOAD_MB: '1' } })
    const { bavail, bsize } = statfsSync(svc.dataDir)
    const disk = (await runChecks(svc.ctx)).at(-1)
    expect([disk?.name, disk?.ok]).toEqual(['disk', bavail * bsize >= 1_000_000_000])
    expect(disk?.note ?? disk?.problem).toMatch(/\d\.\d GB/)
  })

  test('tells it in lines, the problem with the way to fix it', () => {
    const results = [
      { name: 'secrets', ok: true },
      { name: 'mail', ok: false, problem: 'it jammed', fix: 'wind it back' },
      { name: 'disk', ok: true, note: '9.1 GB free' },
      { name: 'jobs', ok: true, note: 'none', fix: 'add some' },
      { name: 'names', ok: true, note: 'BASE_URL and SMTP_URL are set' },
    ]
    expect(renderChecks(results).split('\n')).toEqual([
      'ok    secrets',
      'BAD   mail     it jammed',
      '               fix: wind it back',
      'ok    disk     9.1 GB free',
      'ok    jobs     none',
      '               to change it: add some',
      'ok    names    BASE_URL and SMTP_URL are set',
      '               at the desk: Address, Email',
      '',
      '1 of 5 need fixing.',
    ])
    expect(renderChecks([{ name: 'disk', ok: true }])).toEndWith('\nAll checks passed.')
  })

  test('warns of an address that people reach without https', async () => {
    for (const [baseUrl, ok] of [
      ['http://music.example', false],
      ['https://music.example', true],
      ['http://127.0.0.1:3000', true],
    ] as const) {
      await using svc = await startServer({ env: { BASE_URL: baseUrl } })
      const problem = { problem: 'the address is http://music.example: passwords and sessions are sent unencrypted' }
      expect(await only(svc, 'configuration')).toEqual({
        name: 'configuration',
        ok,
        ...(ok ? {} : { ...problem, fix: 'put the service behind https and set BASE_URL to the https address' }),
      })
    }
  })

  test('finds keys that others can read, and closes them when asked to', async () => {
    const svc = await sharedServer()
    const path = join(svc.dataDir, 'secrets.json')
    chmodSync(path, 0o644)
    const problem = `${path} has mode 0644: others can read the keys`
    expect(await only(svc, 'secrets')).toEqual({ name: 'secrets', ok: false, problem, fix: `chmod 600 ${path}` })
    expect(statSync(path).mode & 0o777).toBe(0o644)
    expect(await only(svc, 'secrets', { fix: true })).toEqual({ name: 'secrets', ok: true, note: 'fixed' })
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('finds references that lead nowhere, and migrations that are missing', async () => {
    await using svc = await startServer()
    const { $client: sql } = svc.ctx.db
    sql.run('PRAGMA foreign_keys = OFF')
    sql.run("INSERT INTO cassets (id, artist_id, name, currency, created_at) VALUES ('c', 'nobody', 'Lost', 'usd', 0)")
    expect(await only(svc, 'database')).toMatchObject({
      ok: false,
      problem: 'rows refer to missing rows, in cassets',
    })
    sql.run('PRAGMA foreign_keys = ON')
    sql.run('DELETE FROM cassets')
    sql.run("DELETE FROM migrations WHERE name = '0001_platform'")
    expect(await only(svc, 'database')).toEqual({
      name: 'database',
      ok: false,
      problem: 'migrations are missing: 0001_platform',
      fix: 'start the service once: it migrates automatically',
    })
  })

  test('finds media that is gone, and counts what nothing names', async () => {
    await using svc = await startServer()
    const { ctx } = svc
    const { dawn, nova } = await world(svc)
    const stray = ctx.blobs.scratch('stray')
    await Bun.write(stray, 'stray')
    await ctx.blobs.adopt([{ path: stray, sha256: 'e'.repeat(64) }], () => {})
    await Bun.write(ctx.blobs.scratch('unfinished'), 'half')
    expect(await only(svc, 'media')).toEqual({ name: 'media', ok: true, note: '1 file that nothing uses' })
    rmSync(ctx.blobs.path(dawn.sha256))
    const picture = {
      kind: 'image',
      name: 'a.png',
      contentType: 'image/png',
      sha256: 'a'.repeat(64),
      bytes: 1,
    } as const
    const variants = [{ sha256: 'b'.repeat(64), width: 256, bytes: 1 }]
    ctx.db
      .insert(assets)
      .values({ id: 'a', userId: nova.userId, ...picture, variants, createdAt: 0 })
      .run()
    expect(await only(svc, 'media')).toEqual({
      name: 'media',
      ok: false,
      problem: [
        `the master of "Dawn" by nova is missing (blobs/${dawn.sha256.slice(0, 2)}/${dawn.sha256.slice(0, 12)}…)`,
        'the picture "a.png" by nova is missing (blobs/aa/aaaaaaaaaaaa…)',
        'the picture "a.png" by nova, 256 pixels wide, is missing (blobs/bb/bbbbbbbbbbbb…)',
      ].join('; '),
      fix: expect.stringContaining('copy these files from the folder blobs of a backup into /'),
      note: '1 file that nothing uses',
    })
  })

  test('finds an SMTP server that is gone or does not know us, and mail that stays behind', async () => {
    const smtp = await startSmtp({ user: 'deck' })
    await using svc = await startServer({ env: smtp.env })
    expect(await only(svc, 'mail')).toEqual({ name: 'mail', ok: true })
    {
      await using stranger = await startServer({ env: { ...smtp.env, SMTP_URL: smtp.url.replace('letmein', 'wrong') } })
      expect(await only(stranger, 'mail')).toMatchObject({ ok: false, problem: expect.stringContaining('535') })
    }
    svc.ctx.db
      .insert(mails)
      .values({
        id: 'm',
        uniqueKey: 'm',
        kind: 'k',
        recipient: 'r',
        recipientName: '',
        subject: '',
        textBody: '',
        createdAt: svc.ctx.now(),
      })
      .run()
    expect(await only(svc, 'mail')).toEqual({ name: 'mail', ok: true })
    svc.tick(hour + 1)
    expect(await only(svc, 'mail')).toMatchObject({ ok: false, problem: '1 email waiting for over an hour' })
    svc.ctx.db.update(mails).set({ refusal: '554 5.7.1 Relay access denied' }).run()
    expect(await only(svc, 'mail')).toMatchObject({
      ok: false,
      problem: 'the SMTP server does not take 1 email, which waits; last it said: 554 5.7.1 Relay access denied',
    })
    svc.ctx.db.update(mails).set({ problem: '550', refusal: null }).run()
    expect(await only(svc, 'mail')).toEqual({
      name: 'mail',
      ok: true,
      note: '1 email given up this week',
      fix: 'see why at /desk/emails, where they can be sent again',
    })
    await smtp[Symbol.asyncDispose]()
    expect(await only(svc, 'mail')).toMatchObject({ ok: false, problem: expect.stringContaining('ECONNREFUSED') })
  })

  test('counts the mail of an outbox that nobody empties', async () => {
    await using svc = await startServer()
    queueMail(svc.ctx, email('1'))
    queueMail(svc.ctx, email('2'))
    expect(await only(svc, 'mail')).toMatchObject({
      name: 'mail',
      ok: true,
      note: 'SMTP_URL is not set, so no email is sent; 2 emails in the outbox',
    })
  })

  test('finds work that failed for good, and lets it be tried again when asked to', async () => {
    await using svc = await startServer()
    const row = { payload: '{}', state: 'FAILED', runAt: 0, attempts: 5, problem: 'broke', createdAt: 0 } as const
    svc.ctx.db
      .insert(jobs)
      .values([
        { id: '1', kind: 'unheard-of', ...row },
        { id: '2', kind: 'unheard-of', ...row },
      ])
      .run()
    expect(await only(svc, 'jobs')).toEqual({
      name: 'jobs',
      ok: false,
      problem: '2 jobs failed (unheard-of: 2)',
      fix: 'tapedeck doctor --fix retries what failed',
    })
    expect(await only(svc, 'jobs', { fix: true })).toEqual({ name: 'jobs', ok: true, note: 'fixed' })
    expect(rowsOf(svc, 'jobs')).toMatchObject([
      { state: 'READY', attempts: 0, problem: null },
      { state: 'READY', attempts: 0, problem: null },
    ])
  })

  test('goes on when one look fails', async () => {
    await using svc = await startServer()
    rmSync(join(svc.dataDir, 'secrets.json'))
    expect(await only(svc, 'secrets')).toEqual({
      name: 'secrets',
      ok: false,
      problem: expect.stringContaining('check failed: ENOENT'),
    })
    expect(await only(svc, 'secrets', { fix: true })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('ENOENT'),
    })
  })
})
