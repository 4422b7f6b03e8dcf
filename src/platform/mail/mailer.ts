import type { Config } from '../../config.ts'
import type { Language } from '../../lib/language/languages.ts'
import { createSemaphore } from '../../lib/turn/semaphore.ts'
import { asciiAddress } from './address.ts'
import { createDeliverer, type Deliverer, type Delivery, noEndAfter } from './deliver.ts'
import { subjectHeader } from './email-template.ts'

/**
 * How long the server may take to connect and to greet, how long it may be silent then, how long
 * signing in or one email may take, even if the server sends a little now and then, and how long it
 * may look at an email that it was given.
 */
export type MailPatience = { greetingMs: number; silentMs: number; mostMs: number; answerMs: number }

// The first three are less than the connection of somebody who waits for them may be idle.
const usualPatience: MailPatience = { greetingMs: 10_000, silentMs: 30_000, mostMs: 45_000, answerMs: 600_000 }

/** How many emails are given to the server at once; those that wait for its answer do not count. */
const givenAtOnce = 2

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
  /** The address that answers go to, instead of the sender's. */
  replyTo: string | null
  /**
   * Where mail programs offer to unsubscribe with one click (RFC 8058), from what they show as a
   * list of this name (RFC 2919).
   */
  unsubscribe?: { url: string; listId: string } | undefined
}

export type Mailer = Deliverer & {
  readonly from: string
  /** Throws when the server cannot be used, or refuses us instead of the email. */
  send(mail: OutgoingMail): Promise<Delivery>
  /** Emails sent but not recorded, on a full disk, by their ids: they are not sent again. */
  readonly unrecorded: Map<string, Delivery>
  /** Connects, greets and signs in without sending anything. Throws the failure. */
  verify(): Promise<void>
}

/** Undefined when SMTP_URL is not set. It connects only when it sends. */
export function createMailer(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  patience = usualPatience,
): Mailer | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  const from = mailFrom.replace(/^.*<|>\s*$/g, '')
  const domain = from.split('@').at(-1)
  const connect = () => connectTo(smtpUrl, patience)
  const { deliver, close } = createDeliverer({ connect, from, idleMs: patience.greetingMs, ...patience })
  const giving = createSemaphore({ atOnce: givenAtOnce, waiting: Number.POSITIVE_INFINITY })
  return {
    from,
    deliver,
    close,
    unrecorded: new Map(),
    async send({ id, to, subject, text, html, unsubscribe, language, replyTo }) {
      // Loaded at the first email: it would add 10 ms to every start.
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
      const told = subjectHeader(subject)
      const message = new MailComposer({
        ...told,
        from: mailFrom,
        to: { ...to, address: asciiAddress(to.address) },
        text,
        html,
        ...(replyTo === null ? {} : { replyTo: asciiAddress(replyTo) }),
        // A retried email keeps its message id, so that servers can recognise a duplicate.
        messageId: `<${id}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
        headers: {
          ...told.headers,
          'Auto-Submitted': 'auto-generated',
          'Content-Language': language,
          ...(unsubscribe ? oneClick(unsubscribe) : {}),
        },
      })
      const source = await message.compile().build()
      const given = Promise.withResolvers<void>()
      const delivery = Promise.withResolvers<Delivery>()
      await giving(() => {
        deliver({ to: to.address, source, beforeEnd: given.resolve }).then(delivery.resolve, delivery.reject)
        return Promise.race([given.promise, delivery.promise])
      })
      return delivery.promise
    },
    async verify() {
      const connection = await connect()
      connection.quit()
    },
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
  const timer = setTimeout(() => done.reject(noEndAfter(patience.mostMs)), patience.mostMs)
  try {
    await done.promise
    return connection
  } catch (error) {
    connection.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const oneClick = ({ url, listId }: { url: string; listId: string }) => ({
  'List-Id': `<${listId}>`,
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
