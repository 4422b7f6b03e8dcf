import { expect, test } from 'bun:test'
import { createMailer } from '../../../src/platform/mail/mailer.ts'
import { endless, startSmtpWords } from '../../support/platform/smtp-words.ts'

const letter = {
  id: 'one',
  to: { name: 'Nova', address: 'nova@example.org' },
  subject: 'Hello',
  text: 'Hello.',
  html: '<p>Hello.</p>',
  language: 'en',
  replyTo: null,
} as const

test('no answer that breaks off or never ends holds up the next email, whatever step it answers', async () => {
  const steps = ['auth', 'sender', 'recipient', 'data', 'end'] as const
  const cases = [
    ...steps.map((each) => [each, endless, false] as const),
    ...([null, endless] as const).map((each) => ['recipient', each, true] as const),
  ]
  const ends = cases.map(async ([step, answer, isReset]) => {
    using server = startSmtpWords((asked) => {
      if (!isReset) return asked === step ? answer : undefined
      if (asked === 'reset') return answer
      return asked === step ? '550 5.1.1 User unknown' : undefined
    })
    // On a busy machine an answer comes within them, too.
    const short = { greetingMs: 4_000, silentMs: 4_000, mostMs: 4_000, answerMs: 4_000 }
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'Deck <deck@music.example>' }, short)
    const end = await mailer?.send(letter).then(
      (delivery) => delivery.end,
      ({ message }: Error) => message,
    )
    mailer?.close()
    return end
  })
  const noEnd = 'No end after 4 seconds'
  expect(await Promise.all(ends)).toEqual([noEnd, noEnd, noEnd, noEnd, 'unanswered', 'refused', 'refused'])
})

test('an answer is kept as one short line without the address of its reader', async () => {
  const to = { name: 'Nova', address: 'nova@straße.example' }
  const said = `550-5.1.1 <nova@xn--strae-oqa.example>: no such user\n550 5.1.1 ${'x'.repeat(10_000)}`
  for (const [step, answer] of [
    ['recipient', said],
    ['recipient', said.replaceAll('550', '452')],
    ['recipient', said.replaceAll('550', '421')],
    ['end', said],
  ] as const) {
    using server = startSmtpWords((asked) => (asked === step ? answer : undefined))
    const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'Deck <deck@music.example>' })
    const words = await mailer?.send({ ...letter, to }).then(
      (delivery) => (delivery.end === 'sent' ? '' : delivery.problem),
      ({ message }: Error) => message,
    )
    mailer?.close()
    expect(words).toMatch(/5\.1\.1 <…>: no such user [45]\d\d 5\.1\.1 x+$/)
    expect(words?.length).toBe(300)
  }
})
