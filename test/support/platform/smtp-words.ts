/** A step of the talk with a mail server; `end` is the answer to a whole email. */
export type SmtpStep = 'greeting' | 'auth' | 'sender' | 'recipient' | 'data' | 'end' | 'reset'

const usual: Record<SmtpStep, string> = {
  greeting: '220 mail.example ESMTP',
  auth: '235 2.7.0 Accepted',
  sender: '250 2.1.0 Ok',
  recipient: '250 2.1.5 Ok',
  data: '354 End data with <CR><LF>.<CR><LF>',
  end: '250 2.0.0 Ok: queued',
  reset: '250 2.0.0 Ok',
}

type Talk = { received: string; step: 'commands' | 'email'; recipient: string }

const stepOf = (command: string): SmtpStep | undefined => {
  const steps: [RegExp, SmtpStep][] = [
    [/^AUTH/i, 'auth'],
    [/^MAIL FROM/i, 'sender'],
    [/^RCPT TO/i, 'recipient'],
    [/^DATA/i, 'data'],
    [/^RSET/i, 'reset'],
  ]
  return steps.find(([pattern]) => pattern.test(command))?.[1]
}

/** Stands for an answer that goes on and on, line by line, and never ends. */
export const endless = '…'

/** Stands for an answer that does not come. */
export const silence = '?'

function goOn(socket: { readyState: number; write(text: string): number }): void {
  if (socket.readyState <= 0) return
  socket.write('250-Still looking\r\n')
  setTimeout(goOn, 20, socket)
}

/**
 * A mail server that answers as it is told, to the letter: `words` by the step, for one recipient;
 * undefined takes it, null ends the connection without a word, and `endless` never does. `taken`
 * has the recipients of the emails that it took.
 */
export function startSmtpWords(
  words: (step: SmtpStep, recipient: string) => string | null | undefined = () => undefined,
) {
  const taken: string[] = []
  const state = { words }
  const server = Bun.listen<Talk>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { received: '', step: 'commands', recipient: '' }
        say('greeting')
        function say(step: SmtpStep) {
          const answer = state.words(step, '')
          socket.write(`${answer ?? usual[step]}\r\n`)
        }
      },
      data(socket, bytes) {
        const talk = socket.data
        talk.received += bytes.toString('latin1')
        for (;;) {
          const end = talk.step === 'email' ? '\r\n.\r\n' : '\r\n'
          const at = talk.received.indexOf(end)
          if (at < 0) return
          const line = talk.received.slice(0, at)
          talk.received = talk.received.slice(at + end.length)
          const step = talk.step === 'email' ? 'end' : stepOf(line)
          if (step === 'recipient') talk.recipient = /<([^>]*)>/.exec(line)?.[1] ?? ''
          const answer = step ? state.words(step, talk.recipient) : undefined
          if (answer === silence) return
          if (answer === null) return void socket.end()
          if (answer === endless) return goOn(socket)
          if (step === 'end' && (answer === undefined || answer.startsWith('2'))) taken.push(talk.recipient)
          const isHello = /^EHLO/i.test(line)
          const said =
            answer ?? (step ? usual[step] : isHello ? '250-mail.example\r\n250 AUTH PLAIN LOGIN' : '250 2.0.0 Ok')
          talk.step = step === 'data' && said.startsWith('354') ? 'email' : 'commands'
          socket.write(`${said.replaceAll('\n', '\r\n')}\r\n`)
          if (/^QUIT/i.test(line) || said.startsWith('421')) socket.end()
        }
      },
    },
  })
  const url = `smtp://deck:letmein@127.0.0.1:${server.port}`
  return {
    url,
    env: { SMTP_URL: url, MAIL_FROM: 'Tapedeck <deck@music.example>' },
    taken,
    state,
    [Symbol.dispose]: () => server.stop(true),
  }
}
