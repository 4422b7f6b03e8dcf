import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
import { within } from '../../lib/turn/within.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { emailLookOf } from '../../platform/mail/email-html.ts'
import { keyTo } from '../../platform/mail/queue-email.ts'
import { htmlOfText } from '../../platform/mail/text-html.ts'
import { refusedMail } from './try-mail-server.ts'

const patienceMs = 45_000

/** Bypasses the outbox. Throws BAD_STATE with the email server's answer. */
export async function sendTestEmail(ctx: Ctx, { email, displayName }: Viewer): Promise<void> {
  const { mailer, site, config } = ctx
  if (!mailer)
    throw new AppError('BAD_STATE', say('No mail server is set.'), { hint: say('Set the mail server and the sender.') })
  const subject = say('A test of {name}', { name: config.site.name })
  const told = say('Hello {name},\n\nthis is a test: {site} can send email.', {
    name: displayName,
    site: config.site.name,
  })
  const text = `${told}\n\n${keyTo(say('Open the desk'), `${site.origin}/desk`)}\n`
  const html = htmlOfText(
    { name: config.site.name, origin: site.origin },
    { subject, text, look: emailLookOf(ctx)(ctx, null, false) },
  )
  const to = { name: displayName, address: email }
  const [id, language, replyTo] = [ctx.uuid(), currentLanguage(), config.site.contactEmail]
  const sent = mailer.send({ id, to, subject, text, html, language, replyTo })
  const late = () => new Error(say('no answer within {seconds} seconds', { seconds: patienceMs / 1000 }))
  try {
    // The mailer would wait longer than a page may be silent.
    const delivery = await within(patienceMs, sent, late)
    if (delivery.end !== 'sent') throw new Error(delivery.problem)
  } catch (error) {
    throw refusedMail(error)
  }
}
