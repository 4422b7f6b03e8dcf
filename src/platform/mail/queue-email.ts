import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { signatureOf } from '../setting/site-config.ts'
import { readAddress } from './address.ts'
import { type NewMail, queueMail } from './queue-mail.ts'
import { lineInText } from './text-html.ts'

/**
 * The subject and the text of an email that greets its reader and ends with the site's name. The
 * reader came for the first paragraph with a key (`keyTo`); `below` is what follows under a line: a
 * receipt, and how to end such emails.
 */
export type EmailText = { subject: string; paragraphs: readonly string[]; below?: readonly string[] }

/** An email whose text is written in its reader's language. */
export type EmailDraft = Omit<NewMail, 'write'> & { write(): EmailText }

const greeting = (name: string): string => (name === '' ? say('Hello there,') : say('Hello {name},', { name }))

/** Returns the paragraph of a key: in HTML it is one, with this label. */
export const keyTo = (label: string, url: string): string => say('{label}:\n{url} ## a key', { label, url })

/**
 * Stores an email in the outbox, once per unique key. Called in the transaction of its cause, which
 * must not fail because of an address that cannot get email: such an email is left out.
 */
export function queueEmail(ctx: Ctx, { write, ...mail }: EmailDraft): void {
  if (readAddress(mail.to.address) === undefined) return
  queueMail(ctx, {
    ...mail,
    write(name) {
      const { subject, paragraphs, below = [] } = write()
      const under = below.length > 0 ? [lineInText, ...below] : []
      return { subject, text: [greeting(name), ...paragraphs, `— ${signatureOf(ctx)}`, ...under, ''].join('\n\n') }
    },
  })
}
