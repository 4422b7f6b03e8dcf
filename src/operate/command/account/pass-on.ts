import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { asciiAddress } from '../../../platform/mail/address.ts'

const mark = 'X-Tapedeck-Passed-On'
const longest = 1_000_000

// Nobody wrote these: to pass them on could go round for ever (RFC 3834).
const isAutomatic = new RegExp(
  String.raw`^(?:Auto-Submitted:\s*(?!no\b)|Precedence:\s*(?:bulk|junk|list|auto_reply)|X-Auto-?Repl|X-Autorespond|List-Id:|Return-Path:\s*<>|${mark}:)`,
  'im',
)

/**
 * Sends an email that somebody wrote to the site's sender to its address for questions, attached to
 * one whose answers go to them (rule: passed-on). Returns whether it was taken; not without such an
 * address or a mail server, and nothing that a program wrote.
 */
export async function passOn({ config, mailer, uuid }: Ctx, email: string): Promise<boolean> {
  const [head = ''] = email.split(/\r?\n\r?\n/, 1)
  const to = config.site.contactEmail
  if (!mailer || to === null || to === mailer.from || isAutomatic.test(head) || email.length > longest) return false
  const lineOf = (name: string) => new RegExp(`^${name}:[ \\t]*([^\\r\\n]{1,500})`, 'im').exec(head)?.[1]?.trim()
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const message = new MailComposer({
    from: config.mailFrom,
    to: asciiAddress(to),
    replyTo: lineOf('Reply-To') ?? lineOf('From'),
    subject: lineOf('Subject') ?? say('An email without a subject'),
    text: say('Somebody wrote this email to {from}, the sender of your site. Your answer goes to them.', {
      from: mailer.from,
    }),
    messageId: `<${uuid()}@${mailer.from.split('@').at(-1)}>`,
    headers: { [mark]: '1', 'Auto-Submitted': 'auto-generated' },
    attachments: [{ contentType: 'message/rfc822', filename: 'email.eml', content: email }],
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const delivery = await mailer.deliver({ to, source: await message.compile().build(), beforeEnd() {} })
  return delivery.end === 'sent' || delivery.end === 'unanswered'
}
