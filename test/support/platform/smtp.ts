import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; source: string }

/** The words of the server instead of taking an email; undefined takes it. */
export type Refusal = { code: number; message: string } | undefined

/** A real SMTP server on a free port. Ends with its scope. */
export type SmtpPeer = AsyncDisposable & {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** Settings of an instance that sends through it. */
  readonly env: Record<string, string>
  /** How it answers the recipient of every mail from now on. */
  answer: Refusal
  /** The same by the address. */
  answerTo: (address: string) => Refusal
  /** Takes every mail again, and begins with none. */
  clear(): void
}

const refuse = ({ code, message }: { code: number; message: string }) =>
  Object.assign(new Error(message), { responseCode: code })

/** Starts it; with `user`, only that name and the password "letmein" may send. */
export async function startSmtp({ user }: { user?: string } = {}): Promise<SmtpPeer> {
  const received: ReceivedMail[] = []
  const state: Pick<SmtpPeer, 'answer' | 'answerTo'> = { answer: undefined, answerTo: () => undefined }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: user === undefined,
    allowInsecureAuth: true,
    closeTimeout: 1,
    onAuth({ username, password }, _, done) {
      if (username === user && password === 'letmein') done(null, { user: username })
      else done(refuse({ code: 535, message: 'Who are you?' }))
    },
    onRcptTo({ address }, _, done) {
      const answer = state.answer ?? state.answerTo(address)
      done(answer ? refuse(answer) : null)
    },
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
    get answerTo() {
      return state.answerTo
    },
    set answerTo(answerTo) {
      state.answerTo = answerTo
    },
    clear() {
      state.answer = undefined
      received.length = 0
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** An email as its reader sees it, with the token of its link, if it has one. */
export type ReadEmail = { to: string[]; subject: string; text: string; token: string }

export function readEmail({ to, source }: ReceivedMail): ReadEmail {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const text = plainOf(head, rest.join('\r\n\r\n')).replaceAll('\r\n', '\n')
  const subject = /^Subject: (.*)\r?$/m.exec(head)?.[1] ?? ''
  return { to, subject, text, token: /#token=([\w-]{43})\n/.exec(text)?.[1] ?? '' }
}

/** Returns the HTML of an email. */
export function htmlOf({ source }: ReceivedMail): string {
  const [, part = ''] = /Content-Type: text\/html[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source) ?? []
  return decodeQuoted(part)
}

/** Returns the plain text of an email, which may be one of several parts. */
function plainOf(head: string, body: string): string {
  const [, boundary] = /boundary="([^"]+)"/.exec(head) ?? []
  if (boundary !== undefined) {
    const [, first = ''] = body.split(`--${boundary}\r\n`)
    const [partHead = '', ...rest] = first.split('\r\n\r\n')
    return plainOf(partHead, rest.join('\r\n\r\n').split(`\r\n--${boundary}`)[0] ?? '')
  }
  if (/^Content-Transfer-Encoding: base64\r?$/im.test(head)) return Buffer.from(body, 'base64').toString()
  return /^Content-Transfer-Encoding: quoted-printable\r?$/im.test(head) ? decodeQuoted(body) : body
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
