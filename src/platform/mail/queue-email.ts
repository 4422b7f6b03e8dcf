import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { signatureOf } from '../setting/site-config.ts'
import { readAddress } from './address.ts'
import { type NewMail, queueMail } from './queue-mail.ts'

/** The subject and the text of an email that greets its reader and ends with the site's name. */
export type EmailText = { subject: string; paragraphs: readonly string[] }

/** An email whose text is written in its reader's language. */
export type EmailDraft = Omit<NewMail, 'write'> & { write(): EmailText }

/** Returns the first line of an email: to somebody by name, or to a reader whom nobody knows. */
export const greeting = (name: string): string => (name === '' ? say('Hello there,') : say('Hello {name},', { name }))

/**
 * Stores an email in the outbox, once per unique key. Called in the transaction of its cause, which
 * must not fail because of an address that cannot get email: such an email is left out.
 */
export function queueEmail(ctx: Ctx, { write, ...mail }: EmailDraft): void {
  if (readAddress(mail.to.address) === undefined) return
  queueMail(ctx, {
    ...mail,
    write(name) {
      const { subject, paragraphs } = write()
      return { subject, text: [greeting(name), ...paragraphs, `— ${signatureOf(ctx)}`, ''].join('\n\n') }
    },
  })
}
