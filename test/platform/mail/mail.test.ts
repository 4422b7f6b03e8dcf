import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { mails } from '../../../db/schema/platform/mail.ts'
import { type NewMail, queueMail } from '../../../src/platform/mail/queue-mail.ts'
import { sendMailJob } from '../../../src/platform/mail/send-mail.ts'
import { rowsOf, signUp } from '../../support/account/account.ts'
import { readEmail, startSmtp } from '../../support/platform/smtp.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const minute = 60_000
const greeting = { subject: 'Good morning', text: 'The kettle is on.\n' }

const email = (changes: Partial<NewMail> = {}, text: Partial<typeof greeting> = {}): NewMail => ({
  uniqueKey: 'greeting:1',
  kind: 'look-over',
  to: { name: 'Nova', address: 'nova@example.org' },
  write: () => ({ ...greeting, ...text }),
  ...changes,
})

const outbox = (svc: TestServer) => svc.ctx.db.select().from(mails).all()

describe('The outbox', () => {
  test('keeps mail while there is no SMTP, and the log shows its id and kind only', async () => {
    await using svc = await startServer()
    queueMail(svc.ctx, email())
    await svc.ctx.jobs.idle()
    const [mail] = outbox(svc)
    expect(mail).toEqual({
      id: expect.any(String),
      uniqueKey: 'greeting:1',
      kind: 'look-over',
      recipient: 'nova@example.org',
      recipientName: 'Nova',
      subject: 'Good morning',
      textBody: 'The kettle is on.\n',
      createdAt: expect.any(Number),
      usefulUntil: null,
      sentAt: null,
      problem: null,
      refusal: null,
      unsubscribeUrl: null,
      language: 'en',
      cassetId: null,
      orderId: null,
    })
    expect(rowsOf(svc, 'jobs')).toEqual([])
    const line: unknown = JSON.parse(svc.logged.findLast((text) => text.includes('mail')) ?? '')
    expect(line).toEqual({
      at: expect.any(String),
      level: 'info',
      event: 'mail kept in the outbox',
      id: mail?.id,
      kind: 'look-over',
    })
  })

  test('takes one mail for a unique key', async () => {
    await using svc = await startServer()
    queueMail(svc.ctx, email())
    queueMail(svc.ctx, email({}, { text: 'Again!' }))
    queueMail(svc.ctx, email({ uniqueKey: 'greeting:2' }))
    expect(outbox(svc).map(({ uniqueKey, textBody }) => [uniqueKey, textBody])).toEqual([
      ['greeting:1', 'The kettle is on.\n'],
      ['greeting:2', 'The kettle is on.\n'],
    ])
    expect(svc.logged.filter((line) => line.includes('"look-over"'))).toHaveLength(2)
  })

  test('holds nothing when the transaction of the cause rolls back', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    const cause = () =>
      svc.ctx.db.transaction(() => {
        queueMail(svc.ctx, email())
        throw new Error('rolled back')
      })
    expect(cause).toThrow('rolled back')
    await svc.ctx.jobs.idle()
    expect([outbox(svc), rowsOf(svc, 'jobs'), smtp.received]).toEqual([[], [], []])
  })

  test('is sent when SMTP comes later, but for what is of no use any more', async () => {
    await using before = await startServer()
    const { dataDir } = before
    queueMail(before.ctx, email())
    queueMail(before.ctx, email({ uniqueKey: 'late', usefulUntil: before.ctx.now() }))
    await using smtp = await startSmtp()
    await using svc = await startServer({ dataDir, env: smtp.env })
    await svc.ctx.jobs.idle()
    expect(smtp.received.map(({ to }) => to)).toEqual([['nova@example.org']])
    expect(outbox(svc).map(({ sentAt }) => sentAt !== null)).toEqual([true, false])
    expect(outbox(svc).map(({ problem }) => problem)).toEqual([null, null])
  })
})

describe('A mail', () => {
  test('goes out once as plain text and HTML to its one recipient, and its text is forgotten', async () => {
    await using smtp = await startSmtp({ user: 'deck' })
    await using svc = await startServer({ env: { ...smtp.env, CONTACT_EMAIL: 'hello@music.example' } })
    queueMail(svc.ctx, email({ to: { name: 'Nóva "N" <x@y.example>, all@y.example', address: 'Nova@Example.org' } }))
    await svc.ctx.jobs.idle()
    const [mail] = outbox(svc)
    expect(mail).toMatchObject({ sentAt: expect.any(Number), textBody: '', problem: null })
    expect(smtp.received).toHaveLength(1)
    const [{ from, to, source } = { from: '', to: [], source: '' }] = smtp.received
    expect([from, to]).toEqual(['deck@music.example', ['nova@example.org']])
    const headers = source.split('\r\n\r\n')[0] ?? ''
    expect(headers).toContain('From: Tapedeck <deck@music.example>\r\n')
    expect(headers).toMatch(/^To: =\?UTF-8\?\S+(\r\n =\?UTF-8\?\S+)* <nova@example\.org>\r$/m)
    expect(headers).toContain('Subject: Good morning\r\n')
    expect(headers).toContain('Reply-To: hello@music.example\r\n')
    expect(headers).toContain(`Message-ID: <${mail?.id}@music.example>\r\n`)
    expect(headers).toContain('Auto-Submitted: auto-generated')
    expect(headers).toContain('Content-Type: multipart/alternative')
    expect(headers).not.toMatch(/^(Bcc|Cc):/im)
    expect(readEmail({ from, to, source }).text).toStartWith('The kettle is on.\n\n-- \n')
    expect(source.replaceAll('=\r\n', '')).toContain('>The kettle is on.</p>')
    expect(svc.logged.join()).not.toMatch(/example\.org|kettle/)
    await using again = await startServer({ dataDir: svc.dataDir, env: smtp.env })
    const mailId = mail?.id ?? ''
    again.ctx.jobs.add(sendMailJob, { mailId }, { key: mailId })
    await again.ctx.jobs.idle()
    expect(smtp.received).toHaveLength(1)
  })

  test('cannot be given another recipient or header by what people write', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    for (const address of [
      'nova@example.org\r\nRCPT TO:<evil@example.net>',
      'nova@example.org>, <evil@example.net',
      'Nova <evil@example.net>',
    ]) {
      expect(() => queueMail(svc.ctx, email({ to: { name: 'Nova', address } }))).toThrow()
    }
    expect(outbox(svc)).toEqual([])
    const name = 'Nova\r\nBcc: evil@example.net\u2028Cc: evil@example.net'
    const subject = 'Hi\r\nBcc: evil@example.net\r\n\r\nbody'
    queueMail(svc.ctx, email({ to: { name, address: 'nova@example.org' } }, { subject }))
    await svc.ctx.jobs.idle()
    expect(outbox(svc)[0]?.recipientName).toBe('Nova Bcc: evil@example.net Cc: evil@example.net')
    const [{ to, source } = { to: [], source: '' }] = smtp.received
    expect(to).toEqual(['nova@example.org'])
    expect(source).not.toMatch(/^(bcc|cc):/im)
    expect(source).toContain('Subject: Hi Bcc: evil@example.net body\r\n')
  })

  test('rests and is tried again when the server is busy or gone', async () => {
    const smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    smtp.answer = { code: 451, message: 'Come back later' }
    queueMail(svc.ctx, email())
    await svc.ctx.jobs.idle()
    expect(rowsOf(svc, 'jobs')).toMatchObject([
      { state: 'READY', attempts: 1, problem: expect.stringContaining('451') },
    ])
    await smtp[Symbol.asyncDispose]()
    svc.tick(5_000)
    await svc.ctx.jobs.idle()
    expect(rowsOf(svc, 'jobs')).toMatchObject([
      { state: 'READY', attempts: 2, problem: expect.stringContaining('ECONNREFUSED') },
    ])
    expect(outbox(svc)).toMatchObject([{ sentAt: null, problem: null, textBody: 'The kettle is on.\n' }])
    expect(svc.logged.join()).not.toContain('example.org')
  })

  test('goes out after the server has come back to itself', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    smtp.answer = { code: 421, message: 'Shutting down' }
    queueMail(svc.ctx, email())
    await svc.ctx.jobs.idle()
    smtp.answer = undefined
    svc.tick(4_000)
    await svc.ctx.jobs.idle()
    expect(smtp.received).toHaveLength(0)
    svc.tick(1_000)
    await svc.ctx.jobs.idle()
    expect(smtp.received).toHaveLength(1)
    expect(rowsOf(svc, 'jobs')).toEqual([])
  })

  test('is given up at once when its mailbox refuses it for good, and the reason is kept', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    smtp.answer = { code: 550, message: '5.1.1 No such mailbox' }
    queueMail(svc.ctx, email())
    await svc.ctx.jobs.idle()
    expect(outbox(svc)).toMatchObject([{ sentAt: null, problem: expect.stringContaining('550 5.1.1 No such mailbox') }])
    expect(rowsOf(svc, 'jobs')).toEqual([])
    svc.tick(24 * 60 * minute)
    await svc.ctx.jobs.idle()
    expect(smtp.received).toEqual([])
    expect(svc.logged.join()).not.toContain('mailbox')
  })

  test('waits for our own sign-in at the server to be fixed', async () => {
    await using smtp = await startSmtp({ user: 'deck' })
    const env = { ...smtp.env, SMTP_URL: smtp.url.replace('letmein', 'wrong') }
    await using svc = await startServer({ env })
    queueMail(svc.ctx, email())
    await svc.ctx.jobs.idle()
    expect(rowsOf(svc, 'jobs')).toMatchObject([
      { state: 'READY', attempts: 1, problem: expect.stringContaining('535') },
    ])
    await using fixed = await startServer({ dataDir: svc.dataDir, env: smtp.env })
    fixed.tick(minute)
    await fixed.ctx.jobs.idle()
    expect(smtp.received).toHaveLength(1)
  })

  test('is not sent after the time in which it is of use', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env, clock: 'stands' })
    smtp.answer = { code: 451, message: 'Come back later' }
    queueMail(svc.ctx, email({ usefulUntil: svc.ctx.now() + 30 * minute }))
    await svc.ctx.jobs.idle()
    smtp.answer = undefined
    svc.tick(30 * minute)
    await svc.ctx.jobs.idle()
    expect(smtp.received).toEqual([])
    expect(outbox(svc)).toMatchObject([{ sentAt: null, problem: 'It could not be sent in time.' }])
  })

  test('that is out is not sent again because the database could not be told', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    svc.ctx.db.$client.run(
      "CREATE TRIGGER full BEFORE UPDATE OF sent_at ON mails BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
    )
    queueMail(svc.ctx, email())
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await svc.ctx.jobs.idle()
      svc.tick(minute)
    }
    await svc.ctx.jobs.idle()
    expect(rowsOf(svc, 'jobs')).toMatchObject([{ attempts: 4 }])
    svc.ctx.db.$client.run('DROP TRIGGER full')
    svc.tick(60 * minute)
    await svc.ctx.jobs.idle()
    expect(smtp.received).toHaveLength(1)
    expect(svc.ctx.db.select().from(mails).where(eq(mails.textBody, '')).all()).toHaveLength(1)
  })

  test('of sign-up arrives with a link that works', async () => {
    await using smtp = await startSmtp()
    await using svc = await startServer({ env: smtp.env })
    await signUp(svc, 'nova')
    await svc.ctx.jobs.idle()
    const [{ to, source } = { to: [], source: '' }] = smtp.received
    expect(to).toEqual(['nova@example.org'])
    const readable = source.replace(/=\r\n/g, '').replace(/=3D/g, '=')
    const token = readable.match(/\/account\/verify#token=([\w-]{43})/)?.[1]
    const answer = await svc.call('POST', '/api/auth/email/verify', { body: { token } })
    expect(answer.status).toBe(204)
    expect(JSON.stringify(outbox(svc))).not.toContain(token)
  })
})
