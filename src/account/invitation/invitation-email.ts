import type { Ctx } from '../../context.ts'
import { requestLanguage, say } from '../../lib/language/say.ts'
import { longDay } from '../../lib/time/day-text.ts'
import { type EmailDraft, keyTo } from '../../platform/mail/queue-email.ts'
import type { CompleteEmail } from '../../platform/mail/send-mail.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'
import { linkMark, withLink } from '../email/emails.ts'
import { invitationUrl, isOpenInvitation } from './use-invitation.ts'

type Invited = { id: string; email: string; from: string; expiresAt: number }

/** Returns the email with an invitation. Its link is filled in when it is sent. */
export function invitationEmail(ctx: Ctx, { id, email, from, expiresAt }: Invited): EmailDraft {
  const site = signatureOf(ctx)
  return {
    uniqueKey: `invitation:${id}`,
    kind: 'invitation',
    to: { address: email, language: requestLanguage() ?? null },
    write: () => ({
      subject: say('You are invited to {site}', { site }),
      paragraphs: [
        say('{from} invites you to {site}, a place for music, straight from the people who make it.', { from, site }),
        say('Open this link to create your account:'),
        keyTo(say('Create your account'), linkMark),
        say('It works once, until {day}, and only for this email address.', {
          day: longDay(expiresAt),
        }),
        say('If you do not know who this is, ignore this email.'),
      ],
    }),
    usefulUntil: expiresAt,
  }
}

/** Returns the text of an invitation when it is sent; undefined once it is no longer open. */
export const completeInvitation: CompleteEmail = (ctx, { uniqueKey, textBody }) => {
  const [kind, id = ''] = uniqueKey.split(':')
  if (kind !== 'invitation') return textBody
  return withLink(textBody, () => (isOpenInvitation(ctx, id) ? invitationUrl(ctx, id) : undefined))
}
