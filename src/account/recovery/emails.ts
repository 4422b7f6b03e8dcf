import type { Ctx } from '../../context.ts'
import { requestLanguage, say } from '../../lib/language/say.ts'
import { type EmailDraft, keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import type { MailReader } from '../../platform/mail/reader-language.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'
import { linkMark } from '../email/emails.ts'
import { doubtfulDays } from '../email/former-address.ts'
import { mailedTokenMs } from '../email/mailed-token.ts'

/** Asks the reader of a new address, who may be a stranger, to confirm it. */
export function mailConfirmation(ctx: Ctx, userId: string, address: string): void {
  queueEmail(ctx, {
    uniqueKey: `change-email:${userId}:${ctx.uuid()}`,
    kind: 'change-email',
    to: { address, language: requestLanguage() ?? null },
    write: () => ({
      subject: say('Confirm your new email address'),
      paragraphs: [
        say('Somebody wants to use this email address for their account at {site}. If that is you, open this link:', {
          site: signatureOf(ctx),
        }),
        keyTo(say('Confirm the address'), linkMark),
        say('It works once, for half an hour. If it is not you, ignore this email: nothing changes.'),
      ],
    }),
    usefulUntil: ctx.now() + mailedTokenMs,
  })
}

/** With `formerId`, it has the link that undoes the change. */
export function mailOldAddress(
  ctx: Ctx,
  to: MailReader,
  { email, formerId }: { email: string; formerId: string | null },
) {
  const undo = () => [
    say(
      'If it was not you, open this link within seven days. It brings this address back and signs out every browser. Your password ends with it, and so do passkeys and linked accounts that were added since or in the {doubtfulDays} days before:',
      { doubtfulDays },
    ),
    keyTo(say('Bring the old address back'), linkMark),
  ]
  queueEmail(ctx, {
    uniqueKey: formerId === null ? `old-address:${ctx.uuid()}` : `email-changed:${formerId}`,
    kind: 'email-changed',
    to,
    write: () => ({
      subject: say('Your email address was changed'),
      paragraphs: [
        say('Your account at {site} has another email address from now on: {email}', { site: signatureOf(ctx), email }),
        say('If that was you, there is nothing to do.'),
        ...(formerId === null ? [] : undo()),
      ],
    }),
  })
}

export function mailAddressNews(ctx: Ctx, to: MailReader, write: EmailDraft['write']): void {
  queueEmail(ctx, { uniqueKey: `address-news:${ctx.uuid()}`, kind: 'address-news', to, write })
}
