import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { type EmailDraft, keyTo } from '../../platform/mail/queue-email.ts'
import { userByEmail } from '../user-by-email.ts'
import { isLiveAddress } from './former-address.ts'
import { issueToken, mailedTokenMs, type Owner, type Purpose } from './mailed-token.ts'
import { signId } from './signed-id.ts'

/** The line of an email that is replaced with its link when it is sent. */
export const linkMark = '{{link}}'

// The mark is a whole line at the end of a paragraph: names and addresses, which may contain it,
// are only part of a line.
const ofLine = `\n${linkMark}\n\n`

const pages: Readonly<Record<Purpose, string>> = {
  'verify-email': '/account/verify',
  'reset-password': '/reset',
  'change-email': '/account/email',
}

/** The key begins with the email's kind, and for some kinds names its subject. */
type Email = { kind: string; about: string; recipient: string }

/**
 * Returns the text of an email when it is sent. Its link is created at that moment, because a link
 * in the outbox could be used by anybody who can read the database. Returns undefined when no
 * account has the address any more.
 */
export function completeEmail(
  ctx: Ctx,
  { uniqueKey, recipient, textBody }: { uniqueKey: string; recipient: string; textBody: string },
): string | undefined {
  const [kind = '', about = ''] = uniqueKey.split(':')
  return withLink(textBody, () => linkOf(ctx, { kind, about, recipient }))
}

/** `link`: undefined when the email must not be sent any more, null when it has no link of ours. */
export function withLink(textBody: string, link: () => string | undefined | null): string | undefined {
  if (!textBody.includes(ofLine)) return textBody
  const found = link()
  if (found === null) return textBody
  return found && textBody.replace(ofLine, `\n${found}\n\n`)
}

/** Undefined when the email must not be sent any more, null for one without a link of ours. */
function linkOf(ctx: Ctx, { kind, about, recipient }: Email): string | undefined | null {
  switch (kind) {
    case 'verify-email':
    case 'reset-password': {
      const user = userByEmail(ctx, recipient)
      return user && issueLink(ctx, kind, user)
    }
    case 'change-email':
      return userByEmail(ctx, recipient) ? undefined : issueLink(ctx, kind, { userId: about, email: recipient })
    case 'email-changed': {
      const path = `/account/email/undo#token=${signId(ctx, 'former address', about)}`
      return isLiveAddress(ctx, about) ? ctx.site.origin + path : undefined
    }
    default:
      return null
  }
}

/**
 * Returns a new link to set an account's password (rule: emailed-links). It was not sent to the
 * address, so it confirms no address.
 */
export const issueResetLink = (ctx: Ctx, userId: string): string =>
  issueLink(ctx, 'reset-password', { userId, email: '' })

function issueLink(ctx: Ctx, kind: Purpose, user: Owner): string {
  // Browsers do not send the fragment, so a token in it reaches no log.
  return `${ctx.site.origin}${pages[kind]}#token=${issueToken(ctx, kind, user)}`
}

const email = (ctx: Ctx, kind: Purpose, address: string, write: EmailDraft['write']): EmailDraft => ({
  uniqueKey: `${kind}:${ctx.uuid()}`,
  kind,
  to: { address },
  write,
  usefulUntil: ctx.now() + mailedTokenMs,
})

export function verificationEmail(ctx: Ctx, address: string): EmailDraft {
  return email(ctx, 'verify-email', address, () => ({
    subject: say('Confirm your email address'),
    paragraphs: [
      say('Your account is ready, and it is good to have you here.'),
      say('One thing is left: open this link to confirm your email address.'),
      keyTo(say('Confirm the address'), linkMark),
      say('It works for half an hour. If you did not sign up, ignore this email.'),
    ],
  }))
}

export function resetEmail(ctx: Ctx, address: string): EmailDraft {
  return email(ctx, 'reset-password', address, () => ({
    subject: say('Reset your password'),
    paragraphs: [
      say('Passwords slip away, it happens to all of us. Open this link to choose a new one:'),
      keyTo(say('Choose a new password'), linkMark),
      say('It works once, for half an hour, and signs you out everywhere else.'),
      say('If you did not ask for this, ignore this email: nothing has changed.'),
    ],
  }))
}
