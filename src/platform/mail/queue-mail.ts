import { prepared, wholeRow } from '../../../db/prepared.ts'
import { mails } from '../../../db/schema/platform/mail.ts'
import type { Ctx } from '../../context.ts'
import { inLanguage } from '../../lib/language/say.ts'
import { accountsOf } from '../http/session/accounts.ts'
import { signatureOf } from '../setting/site-config.ts'
import { readAddress } from './address.ts'
import type { EmailKind } from './foot/email-kinds.ts'
import { type MailReader, offeredLanguage } from './reader-language.ts'
import { sendMailJob } from './send-mail.ts'
import { withoutLinks } from './without-links.ts'

const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

const addMail = prepared((db) =>
  db.insert(mails).values(wholeRow(mails)).onConflictDoNothing().returning({ id: mails.id }),
)

/**
 * An email for the outbox. `write` is called in the language of its reader, with the name that
 * greets them; empty for a stranger. `usefulUntil`: it is not sent after that. `unsubscribeUrl`:
 * unsubscribes from emails of its kind. `cassetId`: it has the colours of this casset.
 * `orderId`: the desk finds it by this sale.
 */
export type NewMail = {
  uniqueKey: string
  kind: EmailKind
  to: MailReader
  write(name: string): { subject: string; text: string }
  usefulUntil?: number
  unsubscribeUrl?: string
  cassetId?: string
  orderId?: string
}

/**
 * Stores an email in the outbox, once per unique key, with the job that sends it. Called in the
 * transaction of its cause. Without SMTP it stays there. The log contains only its id and kind.
 */
export function queueMail(ctx: Ctx, mail: NewMail): void {
  const { uniqueKey, kind, to, write, usefulUntil, unsubscribeUrl, cassetId, orderId } = mail
  const recipient = readAddress(to.address)
  if (recipient === undefined) throw new Error('An email was queued to an invalid address.')
  const known = accountsOf(ctx).readerOf(ctx, recipient)
  const site = { origin: ctx.site.origin, name: signatureOf(ctx) }
  const clean = (words: string) => withoutLinks(site, words)
  const name = clean(oneLine(known?.name ?? to.name ?? ''))
  const language = offeredLanguage(ctx, () => known?.language ?? to.language ?? null)
  const { subject, text } = inLanguage(language, () => write(name))
  const row: typeof mails.$inferSelect = {
    id: ctx.uuid(),
    uniqueKey,
    kind,
    recipient,
    recipientName: name,
    subject: clean(oneLine(subject)),
    textBody: clean(text),
    createdAt: ctx.now(),
    usefulUntil: usefulUntil ?? null,
    sentAt: null,
    problem: null,
    refusal: null,
    unsubscribeUrl: unsubscribeUrl ?? null,
    language,
    cassetId: cassetId ?? null,
    orderId: orderId ?? null,
  }
  if (!addMail(ctx.db).get(row)) return
  ctx.log.info(ctx.mailer ? 'mail queued' : 'mail kept in the outbox', { id: row.id, kind })
  if (ctx.mailer) ctx.jobs.add(sendMailJob, { mailId: row.id }, { key: row.id })
}

const oneLine = (text: string): string => text.replace(controls, ' ').trim()
