import { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import { listTroubledEmails } from '../../../src/operate/outbox/outbox.ts'
import { countFailure, noteReached } from '../../../src/platform/mail/failing-address.ts'
import { dropKeyed, dropWaiting, forgetReader } from '../../../src/platform/mail/forget-mails.ts'
import { mailCheck } from '../../../src/platform/mail/mail-check.ts'
import { mailPersonal } from '../../../src/platform/mail/personal.ts'
import { queueMail } from '../../../src/platform/mail/queue-mail.ts'
import { noteReturned } from '../../../src/platform/mail/send-mail.ts'
import { pruneMails, sweepMails } from '../../../src/platform/mail/sweep-mails.ts'
import { tryWaitingJob } from '../../../src/platform/mail/try-waiting.ts'
import { rowsOf } from '../../support/account/account.ts'
import { longestTurnMs } from '../../support/processor.ts'
import { querySteps } from '../../support/query-steps.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const queue = ({ ctx }: TestServer, n: number) =>
  queueMail(ctx, {
    uniqueKey: `receipt:${n}`,
    kind: 'receipt',
    to: { address: `nova${n}@example.org` },
    write: () => ({ subject: 'Your receipt', text: 'Thank you.\n' }),
  })

const tryAll = ({ ctx }: TestServer) =>
  tryWaitingJob.open(ctx, '{}').run(1, new AbortController().signal, () => undefined)

test('many emails that wait for a mail server are all tried anew, in short turns', async () => {
  await using svc = await startServer({ clock: 'stands' })
  for (let n = 1; n <= 450; n += 1) queue(svc, n)
  expect(await longestTurnMs(() => tryAll(svc), 25)).toBeLessThanOrEqual(25)
  expect(rowsOf(svc, "jobs WHERE kind = 'send-mail'")).toHaveLength(450)
})

test('many emails that wait are counted for the desk in short turns', async () => {
  await using svc = await startServer()
  const { ctx } = svc
  queue(svc, 0)
  ctx.db.$client.run(`INSERT INTO mails (id, unique_key, kind, recipient, recipient_name, subject, text_body, created_at)
    SELECT mails.id || value, value, kind, recipient, recipient_name, subject, text_body, created_at
    FROM mails, json_each('[${Array.from({ length: 60_000 }, (_, at) => at).join()}]')`)
  // One statement for all of them takes 16 ms, and 70 for 100,000 with longer texts.
  expect(await longestTurnMs(() => mailCheck.look(ctx), 12)).toBeLessThanOrEqual(12)
  expect((await mailCheck.look(ctx)).note).toContain('60,001 emails in the outbox')
})

test('one of many emails in trouble is found by a part of its address, in short turns', async () => {
  await using svc = await startServer()
  const { ctx } = svc
  queue(svc, 0)
  ctx.db.$client.run(`INSERT INTO mails
      (id, unique_key, kind, recipient, recipient_name, subject, text_body, created_at, problem)
    SELECT mails.id || value, value, kind, value || recipient, recipient_name, subject, text_body, created_at, '550 5.1.1'
    FROM mails, json_each('[${Array.from({ length: 100_000 }, (_, at) => 100_000 + at).join()}]')`)
  const find = async (q: string) => (await listTroubledEmails(ctx, 50, { q })).emails.map(({ to }) => to)
  const oldest = ['100000nova0@example.org']
  expect(await find('100000Nova')).toEqual(oldest)
  expect(await longestTurnMs(() => find('100000nova'), 10)).toBeLessThanOrEqual(10)
  expect(await longestTurnMs(() => find('example.org'), 10)).toBeLessThanOrEqual(10)
})

test('whatever is asked of the outbox and of failing addresses goes by an index of what it asks for', async () => {
  using compiled = spyOn(Database.prototype, 'prepare')
  await using svc = await startServer()
  const { ctx } = svc
  queue(svc, 1)
  const person = {
    ...{ userId: '', artistId: '', handle: '', displayName: '' },
    ...{ email: 'a@example.org', emailVerified: true, addresses: ['b@example.org'] },
  }
  await listTroubledEmails(ctx, 20)
  await listTroubledEmails(ctx, 20, { q: 'nova' })
  await listTroubledEmails(ctx, 20, { q: ctx.uuid() })
  countFailure(ctx, 'a@example.org')
  noteReached(ctx, 'a@example.org')
  dropWaiting(ctx, 'a@example.org', 'receipt')
  dropKeyed(ctx, 'opt-in')
  forgetReader(ctx, ['receipt:9'])
  noteReturned(ctx, ctx.uuid(), { problem: 'gone', isAddress: true })
  mailPersonal.forget?.(ctx, person)
  await sweepMails(ctx)
  await pruneMails(ctx)
  await tryAll(svc)
  await mailCheck.look(ctx)
  const asked = new Set(
    compiled.mock.calls.map(([text]) => text).filter((text) => /"(?:mails|failing_addresses)"/.test(text)),
  )
  expect(asked.size).toBeGreaterThan(10)
  const slow = [...asked].flatMap((text) => {
    const steps = querySteps(svc, [text])
    // All that is not sent may be much: it is no way to the emails of one person.
    const isOfPerson = /where .*"recipient" = /.test(text)
    return steps.filter((step) => step.startsWith('SCAN') || (isOfPerson && !/mails_to|^SEARCH failing/.test(step)))
  })
  expect(slow).toEqual([])
})
