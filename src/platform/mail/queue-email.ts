import type { Ctx } from '../../context.ts'
import { signatureOf } from '../setting/site-config.ts'
import { readAddress } from './address.ts'
import { type NewMail, queueMail } from './queue-mail.ts'

/**
 * An email that greets its reader and ends with the name of the site; `paragraphs` are its text.
 */
export type EmailDraft = Omit<NewMail, 'text'> & { paragraphs: readonly string[] }

/**
 * Stores an email in the outbox, once per unique key. Called in the transaction of its cause, which
 * must not fail because of an address that cannot get email: such an email is left out.
 */
export function queueEmail(ctx: Ctx, { paragraphs, ...mail }: EmailDraft): void {
  if (readAddress(mail.to.address) === undefined) return
  const text = [`Hello ${mail.to.name},`, ...paragraphs, `— ${signatureOf(ctx)}`, ''].join('\n\n')
  queueMail(ctx, { ...mail, text })
}
