import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

const patienceMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** A mail on its way out. */
export type OutgoingMail = { id: string; to: { name: string; address: string }; subject: string; text: string }

/** The SMTP server of the configuration. */
export type Mailer = {
  send(mail: OutgoingMail): Promise<void>
  /** Ids of mails that are out although the database could not be told (a full disk): they are not sent a second time. */
  readonly unrecorded: Set<string>
  /** Connects, greets and signs in without sending anything; throws what stands in the way. */
  verify(): Promise<void>
}

/** The mailer of a configuration; undefined when SMTP_URL is not set. Connects when it sends, and not before. */
export function createMailer({ smtpUrl, mailFrom }: Config): Mailer | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined
  const transport = createTransport({ url: smtpUrl, disableFileAccess: true, disableUrlAccess: true, ...patienceMs })
  const domain = mailFrom.replace(/>\s*$/, '').split('@').at(-1)
  return {
    unrecorded: new Set(),
    async send({ id, to, subject, text }) {
      // The id stays the same when a mail is tried again, so that a server which has it already can tell.
      const messageId = `<${id}@${domain}>`
      await transport.sendMail({
        from: mailFrom,
        to,
        subject,
        text,
        messageId,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    async verify() {
      await transport.verify()
    },
  }
}

/** Whether the server refused this very mail for good (5xx), so that trying again would not help. */
export function isRefusedForGood(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return false
  // A refused sign-in says something of our settings, not of the mail: it is tried again once they are mended.
  const isSignIn = 'code' in error && error.code === 'EAUTH'
  return error.responseCode >= 500 && !isSignIn
}
