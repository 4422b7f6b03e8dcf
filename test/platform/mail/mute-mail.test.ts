import { expect, test } from 'bun:test'
import { createMailer } from '../../../src/platform/mail/mailer.ts'

// Far apart: of two that end at once, a busy machine may tell either.
const patience = { greetingMs: 150, silentMs: 600, mostMs: 1_500, answerMs: 600 }

type Silence = 'before its greeting' | 'after its greeting' | 'once it has an email' | 'but for a little now and then'

/** A mail server that takes every connection, and says nothing more from some moment on. */
function startMute(silence: Silence) {
  const server = Bun.listen<{ hasMail: boolean; timer: Timer | undefined }>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { hasMail: false, timer: undefined }
        if (silence !== 'before its greeting') socket.write('220 here\r\n')
        if (silence === 'but for a little now and then') {
          socket.data.timer = setInterval(() => socket.write('250-soon\r\n'), 50)
        }
      },
      data(socket, bytes) {
        if (silence !== 'once it has an email' || socket.data.hasMail) return
        const said = bytes.toString().toUpperCase()
        socket.data.hasMail = said.startsWith('DATA')
        socket.write(socket.data.hasMail ? '354 go on\r\n' : '250 fine\r\n')
      },
      close: ({ data }) => clearInterval(data.timer),
    },
  })
  return { url: `smtp://127.0.0.1:${server.port}`, [Symbol.dispose]: () => server.stop(true) }
}

const email = {
  id: 'one',
  to: { name: 'Nova', address: 'nova@example.org' },
  subject: 'Hello',
  text: 'Hello.',
  html: '<p>Hello.</p>',
  language: 'en',
  replyTo: null,
} as const

test.each([
  ['before its greeting', /greeting/i],
  ['after its greeting', /timeout/i],
  ['but for a little now and then', /No end after/],
] as const)('a mail server that accepts and is silent %s is given up', async (silence, why) => {
  using server = startMute(silence)
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'Deck <deck@music.example>' }, patience)
  await expect(mailer?.send(email)).rejects.toThrow(why)
})

test('of an email that a mail server was given whole and never answers, the answer is lost', async () => {
  using server = startMute('once it has an email')
  const mailer = createMailer({ smtpUrl: server.url, mailFrom: 'Deck <deck@music.example>' }, patience)
  expect(await mailer?.send(email)).toEqual({ end: 'unanswered', problem: expect.stringMatching(/No end after/) })
})
