import type { Config } from '../../config.ts'
import type { Language } from '../../lib/language/languages.ts'
import { once } from '../../lib/turn/once.ts'
import { createDeliverer, type Deliverer } from './deliver.ts'

/**
 * How long the server may take to connect and to greet, how long it may be silent then, and how
 * long one email may take that is no letter, even if the server sends a little now and then.
 */
export type MailPatience = { greetingMs: number; silentMs: number; mostMs: number }

// Less than the connection of somebody who waits for the answer may be idle.
const usualPatience: MailPatience = { greetingMs: 10_000, silentMs: 30_000, mostMs: 45_000 }

const timeoutsOf = ({ greetingMs, silentMs }: MailPatience) => ({
  connectionTimeout: greetingMs,
  greetingTimeout: greetingMs,
  socketTimeout: silentMs,
})

export type OutgoingMail = {
  id: string
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  language: Language
  /** Where mail programs offer to unsubscribe with one click (RFC 8058). */
  unsubscribeUrl?: string | null
}

export type Mailer = Deliverer & {
  readonly from: string
  send(mail: OutgoingMail): Promise<void>
  /** Ids of emails sent but not recorded, on a full disk: they are not sent again. */
  readonly unrecorded: Set<string>
  /** Connects, greets and signs in without sending anything. Throws the failure. */
  verify(): Promise<void>
}

/** Undefined when SMTP_URL is not set. It connects only when it sends. */
export function createMailer(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  patience = usualPatience,
): Mailer | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  // Loaded at the first email: it would add 10 ms to every start, most of it for Node's HTTP, which
  // it never uses here.
  const open = once(async () => {
    const { createTransport } = await import('nodemailer')
    const safe = { disableFileAccess: true, disableUrlAccess: true }
    return createTransport({ url: smtpUrl, ...safe, ...timeoutsOf(patience) })
  })
  const from = mailFrom.replace(/^.*<|>\s*$/g, '')
  const domain = from.split('@').at(-1)
  const { deliver, close } = createDeliverer({
    connect: () => connectTo(smtpUrl, patience),
    from,
    idleMs: patience.greetingMs,
  })
  return {
    from,
    deliver,
    close,
    unrecorded: new Set(),
    async send({ id, to, subject, text, html, unsubscribeUrl, language }) {
      // A retried email keeps its message id, so that servers can recognise a duplicate.
      const messageId = `<${id}@${domain}>`
      const transport = await open()
      const headers = {
        'Auto-Submitted': 'auto-generated',
        'Content-Language': language,
        ...(unsubscribeUrl ? oneClick(unsubscribeUrl) : {}),
      }
      const sent = transport.sendMail({ from: mailFrom, to, subject, text, html, messageId, headers })
      await within(patience.mostMs, sent)
    },
    async verify() {
      const transport = await open()
      await within(patience.mostMs, transport.verify())
    },
  }
}

/** Waits for some work, but no longer than a time. */
async function within<T>(mostMs: number, work: Promise<T>): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, mostMs, new Error(`No end after ${Math.round(mostMs / 1000)} seconds`))
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns a connection to the server that is ready to take emails. Throws why there is none. */
async function connectTo(smtpUrl: string, patience: MailPatience) {
  const [{ default: SMTPConnection }, { parseConnectionUrl }] = await Promise.all([
    import('nodemailer/lib/smtp-connection'),
    import('nodemailer/lib/shared'),
  ])
  const { auth, ...options } = parseConnectionUrl(smtpUrl)
  const connection = new SMTPConnection({ ...options, ...timeoutsOf(patience) })
  const done = Promise.withResolvers<void>()
  const settle = (error?: Error | null) => (error ? done.reject(error) : done.resolve())
  connection.once('error', settle)
  connection.connect((error) => {
    const { user, pass } = auth ?? {}
    if (error || user === undefined || pass === undefined || !connection.allowsAuth) settle(error)
    else connection.login({ credentials: { user, pass } }, settle)
  })
  try {
    await done.promise
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Permanently (5xx), so that a retry would not help. */
export function isRefusedForGood(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return false
  // A refused sign-in concerns our settings, not the email: it is retried after they are corrected.
  const isSignIn = 'code' in error && error.code === 'EAUTH'
  return error.responseCode >= 500 && !isSignIn
}
