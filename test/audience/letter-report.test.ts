import { expect, test } from 'bun:test'
import { failingAddresses, mails } from '../../db/schema/platform/mail.ts'
import { emailsIn, readReport } from '../../src/audience/letter/report/read-reports.ts'
import { queueMail } from '../../src/platform/mail/queue-mail.ts'
import { addToList, letterCall, letterRow, sendNow, statesOf, writeLetter } from '../support/audience/letter.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { runProgram } from '../support/process.ts'
import { loopMs } from '../support/processor.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

/** A report of Postfix about an email, as the manual and RFC 3464 have it. */
const deliveryReport = (
  to: string,
  source: string,
  action: string,
  status: string,
  said: string,
  more: readonly string[] = [],
) =>
  [
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="9B095B5ADSN"',
    '',
    '--9B095B5ADSN',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry to have to inform you of this.',
    '',
    '--9B095B5ADSN',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${said}`,
    '',
    '--9B095B5ADSN',
    'Content-Type: text/rfc822-headers',
    '',
    headOf(source),
    ...more,
    '',
    '--9B095B5ADSN--',
  ].join('\n')

const headOf = (source: string) => (source.split('\r\n\r\n')[0] ?? '').replaceAll('\r\n', '\n')

/** A report of a provider whose reader pressed "spam" (RFC 5965). */
const complaint = (source: string) =>
  [
    'From: <abuse@provider.example>',
    'Content-Type: multipart/report; report-type="feedback-report"; boundary="part"',
    '',
    '--part',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Provider/1.0',
    'Version: 1',
    '',
    '--part',
    'Content-Type: message/rfc822',
    '',
    source.replaceAll('\r\n', '\n'),
    '--part--',
  ].join('\n')

const mailbox = (emails: readonly string[]) =>
  emails.map((email) => `From MAILER-DAEMON Thu Nov 26 09:00:00 2026\n${email}\n\n`).join('')

test('reports of a mailbox count what came back and end the letters of those who complained, once', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, LETTERS_PER_MINUTE: '1000000' } })
  const { nova } = await world(svc)
  const names = ['gone', 'late', 'spam', 'angry', 'slow', 'glad']
  addToList(
    svc,
    nova,
    names.map((name) => `${name}@example.com`),
  )
  await sendNow(svc, nova, await writeLetter(svc, nova))
  await until(
    () => letterRow(svc),
    ({ state }) => state === 'SENT',
  )
  const sourceTo = (name: string) => smtp.received.find(({ to }) => to[0] === `${name}@example.com`)?.source ?? ''
  const token = /[\w-]{51}/g
  const forged = sourceTo('glad').replaceAll(token, (found) => `${found.slice(0, -4)}AAAA`)
  const emails = [
    deliveryReport('gone@example.com', sourceTo('gone'), 'failed', '5.1.1', '550 5.1.1 No such user'),
    deliveryReport('late@example.com', sourceTo('late'), 'failed', '4.4.1', 'connect timed out'),
    deliveryReport('spam@example.com', sourceTo('spam'), 'failed', '5.7.1', '554 5.7.1 Looks like spam'),
    deliveryReport('slow@example.com', sourceTo('slow'), 'delayed', '4.4.1', 'connect timed out', [
      '',
      'I sing of a server that wrote',
      'Action: failed',
      'Status: 5.1.1',
    ]),
    deliveryReport('glad@example.com', forged, 'failed', '5.1.1', '550 5.1.1 No such user'),
    complaint(sourceTo('angry')),
    // An answer by a reader names the letter too, and reports nothing.
    `From: glad@example.com\nSubject: Re: A new tape\n\n> ${headOf(sourceTo('glad'))}\n\nStatus: 5.1.1\nAction: failed`,
  ]
  const env = { DATA_DIR: svc.dataDir, BASE_URL: svc.ctx.site.origin }
  for (let turn = 0; turn < 2; turn += 1) {
    const { exitCode, out, err } = await runProgram(['bounces'], env, mailbox(emails))
    expect([exitCode, err]).toEqual([0, ''])
    expect(out).toEndWith('3 emails came back for good, 1 reader complained; 3 emails told of neither.\n')
  }
  expect(letterRow(svc)).toMatchObject({ recipients: 6, sent: 3, failed: 3, complaints: 1, unsubscribed: 0 })
  expect(statesOf(svc)).toEqual({
    'gone@example.com': 'FAILED',
    'late@example.com': 'FAILED',
    'spam@example.com': 'FAILED',
    'angry@example.com': 'SENT',
    'slow@example.com': 'SENT',
    'glad@example.com': 'SENT',
  })
  // Only a fault of the address itself counts against it, and then for other artists too.
  expect(svc.ctx.db.$client.query('SELECT email, failures FROM failing_addresses').values()).toEqual([
    ['gone@example.com', 1],
  ])
  const next = await writeLetter(svc, nova)
  expect((await letterCall(svc, nova, 'GET', `/${next}/reach`)).json).toMatchObject({ people: 5 })
})

test('one email without the first line of a mailbox, with the line ends of the net, is read too', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: { ...smtp.env, LETTERS_PER_MINUTE: '1000000' } })
  const { nova } = await world(svc)
  addToList(svc, nova, ['gone@example.com'])
  await sendNow(svc, nova, await writeLetter(svc, nova))
  await until(
    () => letterRow(svc),
    ({ state }) => state === 'SENT',
  )
  const source = smtp.received[0]?.source ?? ''
  const report = deliveryReport('gone@example.com', source, 'failed', '5.1.1', '550 No such user')
  const env = { DATA_DIR: svc.dataDir, BASE_URL: svc.ctx.site.origin }
  const { out } = await runProgram(['bounces'], env, report.replaceAll('\n', '\r\n'))
  expect(out).toEndWith('1 email came back for good, 0 readers complained; 0 emails told of neither.\n')
  expect(letterRow(svc)).toMatchObject({ sent: 0, failed: 1 })
})

test('a receipt that came back is noted once, and another host names none of ours', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  queueMail(svc.ctx, {
    uniqueKey: 'receipt:1',
    kind: 'receipt',
    to: { address: 'gone@example.com' },
    write: () => ({ subject: 'Your receipt', text: 'Thank you.\n' }),
  })
  await svc.ctx.jobs.idle()
  const source = smtp.received[0]?.source ?? ''
  const why = '550 5.1.1 <gone@example.com>: No such user'
  const report = (of: string) => deliveryReport('gone@example.com', of, 'failed', '5.1.1', why)
  const other = source.replace(/<[\da-f]{8}/, '<00000000')
  const env = { DATA_DIR: svc.dataDir, BASE_URL: svc.ctx.site.origin }
  for (let turn = 0; turn < 2; turn += 1) {
    const { out } = await runProgram(['bounces'], env, mailbox([report(source), report(other)]))
    expect(out).toEndWith('1 email came back for good, 0 readers complained; 1 email told of neither.\n')
  }
  expect(svc.ctx.db.select().from(mails).all()).toMatchObject([{ problem: '550 5.1.1 <…>: No such user' }])
  expect(svc.ctx.db.select().from(failingAddresses).all()).toMatchObject([{ email: 'gone@example.com', failures: 1 }])
  // A reader who was forgotten stays so, even if a report comes later.
  svc.ctx.db.update(mails).set({ recipient: '', problem: null }).run()
  await runProgram(['bounces'], env, report(source))
  expect(svc.ctx.db.select().from(mails).all()).toMatchObject([{ problem: null }])
  expect(svc.ctx.db.select().from(failingAddresses).all()).toHaveLength(1)
})

test('a mailbox over 64 MB, and what is no email, change nothing and are told', async () => {
  await using svc = await startServer()
  const env = { DATA_DIR: svc.dataDir, BASE_URL: svc.ctx.site.origin }
  const large = await runProgram(['bounces'], env, 'x'.repeat(64_000_001))
  expect([large.exitCode, large.out]).toEqual([1, expect.stringContaining('A mailbox may have 64 MB. Split it.')])
  const noise = await runProgram(['bounces'], env, '\0\u{1f4fc} Status: 5.1.1\nContent-Type: multipart/report')
  expect([noise.exitCode, noise.out]).toEqual([0, expect.stringContaining('1 email told of neither.')])
  const empty = await runProgram(['bounces'], env)
  expect([empty.exitCode, empty.out]).toEqual([0, expect.stringContaining('0 emails told of neither.')])
})

test('no email of a stranger takes more than 50 ms of the processor to be looked through, whatever it repeats', async () => {
  const lines = [deliveryReport('a@b.example', 'a', 'failed', '5.1.1', 'x'), complaint('a')].flatMap((report) =>
    report.split('\n'),
  )
  const marks = [
    ...new Set(lines),
    '5.1.1 ',
    '550 ',
    'user ',
    'account <',
    '=3D',
    ' ',
    '\t',
    '\r',
    '--',
    'a',
    'From a',
    '\n\nFrom a',
    'report-type=',
  ]
  const slow: string[] = []
  for (const mark of marks) {
    for (const end of ['\n', '\n\n', '\r\n', '\n ', '']) {
      const many = `${mark}${end}`.repeat(Math.floor(60_000 / (mark.length + end.length + 1)))
      for (const head of ['', plainHead, ...['delivery-status', 'feedback-report'].map(reportHead)]) {
        const ms = await loopMs(() => emailsIn(head + many).map(readReport), 50)
        if (ms > 50) slow.push(`${JSON.stringify([head.slice(0, 60), mark, end])} ${ms} ms`)
      }
    }
  }
  expect(slow).toEqual([])
})

const reportHead = (type: string) => `Content-Type: multipart/report; report-type=${type}\n\n`

const plainHead = 'From: MAILER-DAEMON@mx.example\nSubject: failure notice\n\n'
