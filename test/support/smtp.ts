import { SMTPServer } from 'smtp-server'

/** A mail as the server got it. */
export type ReceivedMail = { from: string; to: string[]; source: string }

/** What the server says instead of taking a mail; undefined takes it. */
export type Refusal = { code: number; message: string } | undefined

/** A real SMTP server on a free port. Ends with its scope. */
export type SmtpPeer = AsyncDisposable & {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** Settings of an instance that sends through it. */
  readonly env: Record<string, string>
  /** How it answers the recipient of every mail from now on. */
  answer: Refusal
}

const refuse = ({ code, message }: { code: number; message: string }) =>
  Object.assign(new Error(message), { responseCode: code })

/** Starts it; with `user`, only that name and the password "letmein" may send. */
export async function startSmtp({ user }: { user?: string } = {}): Promise<SmtpPeer> {
  const received: ReceivedMail[] = []
  const state: { answer: Refusal } = { answer: undefined }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: user === undefined,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      if (username === user && password === 'letmein') done(null, { user: username })
      else done(refuse({ code: 535, message: 'Who are you?' }))
    },
    onRcptTo: (_, __, done) => done(state.answer ? refuse(state.answer) : null),
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), source: Buffer.concat(pieces).toString() })
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const url = `smtp://${user === undefined ? '' : `${user}:letmein@`}127.0.0.1:${port}`
  return {
    url,
    received,
    env: { SMTP_URL: url, MAIL_FROM: 'Tapedeck <deck@music.example>' },
    get answer() {
      return state.answer
    },
    set answer(answer) {
      state.answer = answer
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
