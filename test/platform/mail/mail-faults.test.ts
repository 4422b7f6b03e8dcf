import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { failingAddresses, mails } from '../../../db/schema/platform/mail.ts'
import { createMailer } from '../../../src/platform/mail/mailer.ts'
import { queueMail } from '../../../src/platform/mail/queue-mail.ts'
import { rowsOf } from '../../support/account/account.ts'
import { until } from '../../support/casset/upload.ts'
import { mailAnswers } from '../../support/platform/mail-answers.ts'
import { silence, startSmtpWords } from '../../support/platform/smtp-words.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

const patience = { greetingMs: 5_000, silentMs: 5_000, mostMs: 5_000, answerMs: 5_000 }
const email = {
  id: 'one',
  to: { name: 'Nova', address: 'nova@example.org' },
  subject: 'Hello',
  text: 'Hello.',
  html: '<p>Hello.</p>',
  language: 'en',
  replyTo: null,
} as const

test('of all that mail servers answer only the word of a mailbox at its name is final', async () => {
  using server = startSmtpWords()
  for (const [step, words, expected] of mailAnswers) {
    server.state.words = (asked) => (asked === step ? words : undefined)
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'Deck <deck@music.example>' }, patience)
    const end = await mailer?.send(email).then(
      (delivery) => delivery.end,
      () => 'later',
    )
    mailer?.close()
    expect([step, words, end === 'refused' ? 'final' : 'waits', end]).toEqual([
      step,
      words,
      expected,
      expect.anything(),
    ])
    expect([words, end === 'refused' || end === 'later']).toEqual([words, true])
  }
})

const queue = ({ ctx }: TestServer, n = 1, usefulUntil = ctx.now() + 180 * dayMs) =>
  queueMail(ctx, {
    uniqueKey: `receipt:${n}`,
    kind: 'receipt',
    to: { address: `nova${n}@example.org` },
    write: () => ({ subject: 'Your receipt', text: 'Thank you.\n' }),
    usefulUntil,
  })

test('a receipt waits through ten days without a mail server and a full one, and arrives once', async () => {
  using server = startSmtpWords(() => null)
  await using svc = await startServer({ env: server.env, clock: 'stands' })
  for (const n of [1, 2, 3]) queue(svc, n)
  for (let hour = 0; hour < 240; hour += 4) {
    await svc.ctx.jobs.idle()
    if (hour === 120)
      server.state.words = (step) => (step === 'sender' ? '452 4.3.1 Insufficient system storage' : undefined)
    svc.tick(4 * hourMs)
  }
  await svc.ctx.jobs.idle()
  const waiting = svc.ctx.db.select().from(mails).all()
  expect(waiting).toMatchObject(
    Array(3).fill({ sentAt: null, problem: null, refusal: expect.stringContaining('452 4.3.1') }),
  )
  server.state.words = () => undefined
  svc.tick(6 * hourMs)
  await svc.ctx.jobs.idle()
  svc.tick(dayMs)
  await svc.ctx.jobs.idle()
  expect(server.taken.toSorted()).toEqual(['nova1@example.org', 'nova2@example.org', 'nova3@example.org'])
})

test('emails that a server refused go out at once when it takes another email, and when it is set anew', async () => {
  using server = startSmtpWords((step) => (step === 'recipient' ? '554 5.7.1 Relay access denied' : undefined))
  await using svc = await startServer({ env: server.env, clock: 'stands' })
  for (const n of [1, 2]) queue(svc, n)
  for (let day = 0; day < 2; day += 1) {
    await svc.ctx.jobs.idle()
    svc.tick(dayMs)
  }
  await svc.ctx.jobs.idle()
  server.state.words = () => undefined
  await using fixed = await startServer({ dataDir: svc.dataDir, env: server.env, clock: 'stands' })
  await fixed.ctx.jobs.idle()
  expect(server.taken.toSorted()).toEqual(['nova1@example.org', 'nova2@example.org'])
})

test('an email whose answer is lost counts as sent, once, and says so; its text stays', async () => {
  using server = startSmtpWords((step) => (step === 'end' ? null : undefined))
  await using svc = await startServer({ env: server.env, clock: 'stands' })
  queue(svc)
  await svc.ctx.jobs.idle()
  expect(svc.ctx.db.select().from(mails).all()).toMatchObject([
    { sentAt: expect.any(Number), refusal: expect.any(String), textBody: expect.stringContaining('Thank you') },
  ])
  expect(rowsOf(svc, 'jobs')).toEqual([])
})

test('an address fails by the word of its mailbox alone, and recovers by one email that it takes', async () => {
  using server = startSmtpWords((step) => (step === 'recipient' ? '550 5.1.1 User unknown' : undefined))
  await using svc = await startServer({ env: server.env, clock: 'stands' })
  const failures = () =>
    svc.ctx.db.select().from(failingAddresses).where(eq(failingAddresses.email, 'nova1@example.org')).all()
  queue(svc)
  await svc.ctx.jobs.idle()
  expect(failures()).toMatchObject([{ failures: 1 }])
  server.state.words = () => undefined
  queueMail(svc.ctx, {
    uniqueKey: 'receipt:again',
    kind: 'receipt',
    to: { address: 'nova1@example.org' },
    write: () => ({ subject: 'Your receipt', text: 'Thank you.\n' }),
  })
  await svc.ctx.jobs.idle()
  expect([server.taken, failures()]).toEqual([['nova1@example.org'], []])
})

test('emails whose answer the server keeps back for minutes hold up no other', async () => {
  using server = startSmtpWords((step, to) => (step === 'end' && !to.startsWith('ada') ? silence : undefined))
  await using svc = await startServer({ env: server.env })
  for (let n = 1; n <= 5; n += 1) queue(svc, n)
  queueMail(svc.ctx, {
    uniqueKey: 'verify-email:1',
    kind: 'verify-email',
    to: { address: 'ada@example.org' },
    write: () => ({ subject: 'Confirm your address', text: 'Here it is.\n' }),
  })
  await until(
    () => server.taken.length,
    (taken) => taken === 1,
  )
  expect(server.taken).toEqual(['ada@example.org'])
  server[Symbol.dispose]()
})
