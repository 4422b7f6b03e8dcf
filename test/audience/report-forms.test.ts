import { expect, test } from 'bun:test'
import { optIns } from '../../db/schema/audience/opt-in.ts'
import { failingAddresses, mails } from '../../db/schema/platform/mail.ts'
import { emailsIn, readReport } from '../../src/audience/letter/report/read-reports.ts'
import { queueMail } from '../../src/platform/mail/queue-mail.ts'
import { confirmAddresses } from '../support/audience/letter.ts'
import { bring } from '../support/audience/opt-in.ts'
import { copy, feedback, mailId, reportForms, sourceOf } from '../support/audience/report-forms.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { runProgram } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

test('a report is read in every form in which mail servers write it, and nothing else is one', () => {
  for (const lineEnd of ['\n', '\r\n']) {
    for (const [form, expected] of reportForms) {
      const report = readReport(sourceOf(form).replaceAll('\n', lineEnd))
      const read = report?.kind === 'bounce' ? (report.isAddress ? 'address' : 'came back') : report?.kind
      expect([form.name, read]).toEqual([form.name, expected])
      if (report) expect([form.name, report.mailIds]).toEqual([form.name, [mailId]])
    }
  }
})

test('a mailbox of all forms has as many emails', () => {
  const mailbox = reportForms
    .map(([form]) => `From MAILER-DAEMON Thu Nov 26 09:00:00 2026\n${sourceOf(form)}\n\n`)
    .join('')
  expect(emailsIn(mailbox)).toHaveLength(reportForms.length)
})

test('a reader who calls the question of an artist spam is not asked for that artist again, and a receipt is noted', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env, clock: 'stands' })
  const { nova } = await world(svc)
  confirmAddresses(svc)
  await bring(svc, nova, ['ada@example.org', 'glad@example.org'])
  queueMail(svc.ctx, {
    uniqueKey: 'receipt:1',
    kind: 'receipt',
    to: { address: 'ada@example.org' },
    write: () => ({ subject: 'Your receipt', text: 'Thank you.\n' }),
  })
  await until(
    () => smtp.received,
    (all) => all.filter(({ to }) => to[0] === 'ada@example.org').length === 2,
  )
  await svc.ctx.jobs.idle()
  const reports = smtp.received
    .filter(({ to }) => to[0] === 'ada@example.org')
    .map(({ source }) => sourceOf(feedback('abuse')).replace(copy, source.replaceAll('\r\n', '\n')))
  const env = { DATA_DIR: svc.dataDir, BASE_URL: svc.ctx.site.origin }
  const mailbox = [...reports, ...reports].map((each) => `From MAILER-DAEMON Thu Nov 26 09:00:00 2026\n${each}\n\n`)
  const { out } = await runProgram(['bounces'], env, mailbox.join(''))
  expect(out).toEndWith('0 emails came back for good, 4 readers complained; 0 emails told of neither.\n')
  const noted = svc.ctx.db.select().from(mails).all()
  expect(noted.flatMap(({ recipient, problem }) => (problem ? [[recipient, problem]] : []))).toEqual([
    ['ada@example.org', 'Its reader called it spam.'],
    ['ada@example.org', 'Its reader called it spam.'],
  ])
  expect(svc.ctx.db.select().from(failingAddresses).all()).toEqual([])
  // A year later only the other may be asked again.
  svc.ctx.db.delete(optIns).run()
  const { json } = await bring(svc, nova, ['ada@example.org', 'glad@example.org'])
  expect(json).toEqual({ asked: 1, left: [{ line: 1, text: 'ada@example.org', why: 'LEFT' }] })
})

test('an answer of a person goes on to the address for questions, once, and what a program wrote does not', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const env = { ...smtp.env, DATA_DIR: svc.dataDir, BASE_URL: svc.ctx.site.origin, CONTACT_EMAIL: 'team@music.example' }
  const answer =
    'Return-Path: <ada@example.org>\nFrom: Ada <ada@example.org>\nSubject: Re: Receipt\n\nMy download fails.'
  const absent = answer.replace('Subject', 'Auto-Submitted: auto-replied\nSubject')
  const mailbox = [answer, absent].map((each) => `From ada Thu Nov 26 09:00:00 2026\n${each}\n\n`).join('')
  const { out } = await runProgram(['bounces'], env, mailbox)
  expect(out).toEndWith('1 email told of neither.\n1 email of people passed on to team@music.example.\n')
  const [passed = ''] = smtp.received.map(({ source }) => source.replaceAll('\r\n', '\n'))
  expect(smtp.received.map(({ to }) => to)).toEqual([['team@music.example']])
  for (const line of ['Reply-To: Ada <ada@example.org>', 'Subject: Re: Receipt', 'My download fails.'])
    expect(passed).toContain(line)
  // The address for questions may lead back here.
  const { out: again } = await runProgram(['bounces'], env, passed)
  expect([again.includes('passed on'), smtp.received.length]).toEqual([false, 1])
})
