import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { currentLanguage, say } from '../../lib/language/say.ts'
import { asSentence } from '../../lib/text/as-sentence.ts'
import { joinSentences } from '../../lib/text/gap.ts'
import { within } from '../../lib/turn/within.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { emailLookOf } from '../../platform/mail/email-html.ts'
import { senderLines, withFoot } from '../../platform/mail/foot/email-foot.ts'
import { keyTo } from '../../platform/mail/queue-email.ts'
import { senderCheck } from '../../platform/mail/sender/sender-check.ts'
import { htmlOfText } from '../../platform/mail/text-html.ts'
import type { TestEmail } from './model.ts'
import { refusedMail } from './try-mail-server.ts'

const patienceMs = 45_000

/**
 * Bypasses the outbox. Returns what the email server said, and what is missing at the sender's
 * domain. Throws BAD_STATE with the server's refusal.
 */
export async function sendTestEmail(ctx: Ctx, { email, displayName }: Viewer): Promise<TestEmail> {
  const { mailer, site, config } = ctx
  if (!mailer)
    throw new AppError('BAD_STATE', say('No mail server is set.'), { hint: say('Set the mail server and the sender.') })
  const records = recordsOf(ctx)
  const subject = say('A test of {name}', { name: config.site.name })
  const text = [
    say('Hello {name},\n\nthis is a test: {site} can send email.', { name: displayName, site: config.site.name }),
    keyTo(say('Open the desk'), `${site.origin}/desk`),
    say(
      'It was sent from {from}. Look at the source of this email, which mail programs call the original: spf=pass, dkim=pass and dmarc=pass shall stand there. Where one of them is missing, large providers may keep emails of your site from their readers.',
      { from: mailer.from },
    ),
    '',
  ].join('\n\n')
  const foot = senderLines(ctx)
  const html = htmlOfText(
    { name: config.site.name, origin: site.origin },
    { subject, text, look: emailLookOf(ctx)(ctx, null, false), foot },
  )
  const to = { name: displayName, address: email }
  const [id, language, replyTo] = [ctx.uuid(), currentLanguage(), config.site.contactEmail]
  const sent = mailer.send({ id, to, subject, text: withFoot(text, foot), html, language, replyTo })
  const late = () => new Error(say('no answer within {seconds} seconds', { seconds: patienceMs / 1000 }))
  try {
    // The mailer would wait longer than a page may be silent.
    const delivery = await within(patienceMs, sent, late)
    if (delivery.end !== 'sent') throw new Error(delivery.problem)
    const told = say('Sent to {to}. The mail server said: {said}', { to: email, said: delivery.said })
    return { text: joinSentences(told, ...(await records)) }
  } catch (error) {
    throw refusedMail(error)
  }
}

async function recordsOf(ctx: Ctx): Promise<string[]> {
  const { problem, note, fix } = await senderCheck.look(ctx)
  return [problem ?? note, fix].flatMap((text) => (text === undefined ? [] : [asSentence(text)]))
}
