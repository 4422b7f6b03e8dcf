import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { failingAddresses, mails } from '../../../db/schema/platform/mail.ts'
import { createMailer } from '../../../src/platform/mail/mailer.ts'
import { queueMail } from '../../../src/platform/mail/queue-mail.ts'
import { rowsOf } from '../../support/account/account.ts'
import { until } from '../../support/casset/upload.ts'
import { type SmtpStep, silence, startSmtpWords } from '../../support/platform/smtp-words.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

// As their servers write them; "final" is what is said of a mailbox at its name.
const answers: readonly (readonly [SmtpStep, string, 'final' | 'waits'])[] = [
  // Gmail
  [
    'recipient',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550 5.1.1 unnecessary spaces. https://support.google.com/mail/?p=NoSuchUser - gsmtp",
    'final',
  ],
  [
    'recipient',
    '550-5.2.1 The email account that you tried to reach is inactive.\n550 5.2.1 https://support.google.com/mail/?p=DisabledUser - gsmtp',
    'final',
  ],
  [
    'recipient',
    "552-5.2.2 The recipient's inbox is out of storage space.\n552 5.2.2 https://support.google.com/mail/?p=OverQuotaPerm - gsmtp",
    'final',
  ],
  [
    'recipient',
    "452-4.2.2 The recipient's inbox is out of storage space. Please direct the\n452 4.2.2 recipient to https://support.google.com/mail/?p=OverQuotaTemp - gsmtp",
    'waits',
  ],
  [
    'recipient',
    '450-4.2.1 The user you are trying to contact is receiving mail at a rate that\n450 4.2.1 prevents additional messages from being delivered. - gsmtp',
    'waits',
  ],
  [
    'end',
    '550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n550 5.7.26 SPF [music.example] did not pass - gsmtp',
    'waits',
  ],
  [
    'end',
    '550-5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail.\n550 5.7.1 https://support.google.com/mail/?p=UnsolicitedMessageError - gsmtp',
    'waits',
  ],
  ['end', '421-4.7.28 Our system has detected an unusual rate of unsolicited mail.\n421 4.7.28 - gsmtp', 'waits'],
  [
    'sender',
    '530-5.5.1 Authentication Required. For more information, go to\n530 5.5.1 https://support.google.com/mail/?p=WantAuthError - gsmtp',
    'waits',
  ],
  ['sender', '530-5.7.0 Must issue a STARTTLS command first. - gsmtp\n530 5.7.0 gsmtp', 'waits'],
  [
    'end',
    '550-5.4.5 Daily user sending limit exceeded. For more information on Gmail\n550 5.4.5 sending limits go to https://support.google.com/a/answer/166852 - gsmtp',
    'waits',
  ],
  ['recipient', '550 5.4.5 Daily SMTP relay limit exceeded for customer. - gsmtp', 'waits'],
  [
    'recipient',
    "553-5.1.2 We weren't able to find the recipient domain. Please check for any\n553 5.1.2 spelling errors. - gsmtp",
    'final',
  ],
  ['recipient', '553 5.1.3 The recipient address <nova@> is not a valid RFC 5321 address. - gsmtp', 'final'],
  [
    'auth',
    '535-5.7.8 Username and Password not accepted. For more information, go to\n535 5.7.8 https://support.google.com/mail/?p=BadCredentials - gsmtp',
    'waits',
  ],
  // Outlook.com and Exchange Online
  ['recipient', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).', 'waits'],
  [
    'recipient',
    '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [DB5EUR01FT003.eop-EUR01.prod.protection.outlook.com]',
    'waits',
  ],
  ['recipient', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'final'],
  ['recipient', '550 5.2.2 STOREDRV.Deliver; mailbox full', 'final'],
  ['recipient', '550 5.1.8 Access denied, bad outbound sender AS(42004)', 'waits'],
  ['end', '550 5.7.501 Service unavailable. Spam abuse detected from IP range.', 'waits'],
  ['recipient', '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus.', 'waits'],
  ['recipient', '550 5.7.708 Service unavailable. Access denied, traffic not accepted from this IP.', 'waits'],
  ['recipient', '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719)', 'waits'],
  ['recipient', '452 4.5.3 Too many recipients (AS780090)', 'waits'],
  ['auth', '535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.', 'waits'],
  ['end', '554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied', 'waits'],
  ['end', '432 4.3.2 Concurrent connections limit exceeded.', 'waits'],
  ['end', '550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient', 'waits'],
  // Yahoo and AOL
  ['sender', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume', 'waits'],
  ['end', "554 delivery error: dd This user doesn't have a yahoo.com account (nova@yahoo.com) [0]", 'waits'],
  ['end', '552 1 Requested mail action aborted, mailbox not found', 'waits'],
  [
    'sender',
    "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus's list",
    'waits',
  ],
  ['end', '554 5.7.9 Message not accepted for policy reasons.', 'waits'],
  // iCloud, GMX, Web.de, T-Online, Orange, Free, Mail.ru, QQ
  ['recipient', '550 5.1.1 <nova@icloud.com>: user does not exist', 'final'],
  ['recipient', '550 5.1.6 recipient no longer on server: nova@mac.com', 'final'],
  ['recipient', '554 5.7.1 [CS01] Message rejected due to local policy.', 'waits'],
  ['recipient', '550 Requested action not taken: mailbox unavailable', 'waits'],
  [
    'greeting',
    '554-gmx.net (mxgmx115) Nemesis ESMTP Service not available\n554-No SMTP service\n554 Bad DNS PTR resource record.',
    'waits',
  ],
  [
    'greeting',
    '554 IP=192.0.2.1 - None/bad reputation. Ask your postmaster for help or to contact tosa@rx.t-online.de',
    'waits',
  ],
  ['recipient', '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]', 'final'],
  ['sender', '421 4.7.0 Too many connections, slow down. OFR004_104 [104]', 'waits'],
  [
    'recipient',
    '451 too many errors detected from your IP (192.0.2.1), please visit http://postmaster.free.fr/',
    'waits',
  ],
  ['end', '550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=x', 'waits'],
  ['end', '550 Mail content denied. http://service.mail.qq.com/detail/0/84', 'waits'],
  // Postfix, Exim, Sendmail, qmail
  [
    'recipient',
    '550 5.1.1 <nova@example.org>: Recipient address rejected: User unknown in local recipient table',
    'final',
  ],
  ['recipient', '554 5.7.1 <nova@example.org>: Relay access denied', 'waits'],
  ['recipient', '550 5.1.8 <deck@music.example>: Sender address rejected: Domain not found', 'waits'],
  ['recipient', '550 5.1.7 <deck@music.example>: Sender address rejected: undeliverable address', 'waits'],
  [
    'recipient',
    '450 4.1.1 <nova@example.org>: Recipient address rejected: unverified address: Address lookup failed',
    'waits',
  ],
  ['recipient', '450 4.2.0 <nova@example.org>: Recipient address rejected: Greylisted', 'waits'],
  ['sender', '452 4.3.1 Insufficient system storage', 'waits'],
  ['sender', '552 5.3.4 Message size exceeds fixed limit', 'waits'],
  ['recipient', '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname', 'waits'],
  ['recipient', '550 relay not permitted', 'waits'],
  ['recipient', '550 Sender verify failed', 'waits'],
  ['recipient', '550 sorry, no mailbox here by that name. (#5.1.1)', 'final'],
  ['recipient', '550 5.2.1 <nova@example.org>... Mailbox disabled, not accepting messages', 'final'],
  ['data', '554 5.5.1 Error: no valid recipients', 'waits'],
  ['end', '451 4.3.0 Error: queue file write error', 'waits'],
  ['end', '554 5.6.0 Message content rejected, UBE, id=12345-01', 'waits'],
  ['end', '550 5.1.1 said of nobody at the end of an email', 'waits'],
  // Amazon SES, SendGrid, Mailgun, Postmark, Brevo
  [
    'end',
    '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: deck@music.example',
    'waits',
  ],
  ['end', '454 Throttling failure: Maximum sending rate exceeded.', 'waits'],
  ['end', '454 Throttling failure: Daily message quota exceeded.', 'waits'],
  ['sender', '451 Authentication failed: Maximum credits exceeded', 'waits'],
  [
    'end',
    '550 The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved.',
    'waits',
  ],
  ['recipient', '550 5.7.1 Relaying denied', 'waits'],
  ['end', '421 4.7.0 Message send rate for this domain exceeded', 'waits'],
  ['sender', '525 5.7.1 Unauthorized IP address', 'waits'],
]

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
  for (const [step, words, expected] of answers) {
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
