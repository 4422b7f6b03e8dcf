import { expect, test } from 'bun:test'
import { queueMail } from '../../../src/platform/mail/queue-mail.ts'
import { startSmtp } from '../../support/platform/smtp.ts'
import { startServer } from '../../support/server.ts'

test('a subject of ASCII is sent as it is, folded where it is long; others are encoded', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const long = `${'Rock, "Roll" & <Live>; '.repeat(8)}end`
  const plain = ['Rock, "Roll" & <Live>: receipt for $7.00', long]
  const encoded = ['It’s “yours”', '=?UTF-8?Q?Hidden?=', '日本語']
  const subjects = [...plain, ...encoded]
  for (const subject of subjects) {
    const write = () => ({ subject, text: 'Thank you.\n' })
    queueMail(svc.ctx, { uniqueKey: subject, kind: 'receipt', to: { address: 'ada@example.org' }, write })
  }
  await svc.ctx.jobs.idle()
  const sources = smtp.received.map(({ source }) => /^Subject: (.*(?:\r\n .*)*)/m.exec(source)?.[1] ?? '')
  const unfolded = sources.map((each) => each.replaceAll('\r\n', ''))
  expect(unfolded.filter((each) => !each.startsWith('=?UTF-8?')).toSorted()).toEqual(plain.toSorted())
  expect(unfolded).toHaveLength(subjects.length)
  expect(unfolded).toContain('=?UTF-8?Q?It=E2=80=99s_=E2=80=9Cyours=E2=80=9D?=')
  const looksEncoded = unfolded.find((each) => each.startsWith('=?UTF-8?B?PT9V')) ?? ''
  const words = looksEncoded.split(' ').map((word) => Buffer.from(word.slice(10, -2), 'base64').toString())
  expect(words.join('')).toBe('=?UTF-8?Q?Hidden?=')
  for (const each of sources) expect(Math.max(...each.split('\r\n').map(({ length }) => length))).toBeLessThan(80)
})
