import type { Ctx } from '../context.ts'
import { sha256Hex } from '../lib/hmac.ts'
import type { NewMail } from '../mail/queue-mail.ts'
import { mailedTokenMs } from './mailed-token.ts'

// `name` is the handle: a display name could carry a stranger's advertisement to somebody who never signed up.
type Reader = { name: string; address: string }

// The token stands in the fragment, which browsers do not send, so that it reaches no log on its way.
const link = (ctx: Ctx, path: string, token: string) => `${ctx.site.origin}${path}#token=${token}`

const letter = (ctx: Ctx, kind: string, to: Reader, token: string, subject: string, lines: string[]): NewMail => ({
  uniqueKey: `${kind}:${sha256Hex(token)}`,
  kind,
  to,
  subject,
  text: [`Hello ${to.name},`, ...lines, `— ${new URL(ctx.site.origin).host}`, ''].join('\n\n'),
  usefulUntil: ctx.now() + mailedTokenMs,
})

/** Asks a new artist to confirm the address. */
export function verifyLetter(ctx: Ctx, to: Reader, token: string): NewMail {
  return letter(ctx, 'verify-email', to, token, 'Is this your address?', [
    'your deck is ready, and it is good to have you here.',
    'One thing is left: open this link, so that we know mail reaches you.',
    link(ctx, '/account/verify', token),
    'It works for half an hour. If you never signed up, leave this mail alone and nothing more will come.',
  ])
}

/** Brings the link to a new password. */
export function resetLetter(ctx: Ctx, to: Reader, token: string): NewMail {
  return letter(ctx, 'reset-password', to, token, 'A new password', [
    'passwords slip away, it happens to all of us. Open this link to choose a new one:',
    link(ctx, '/reset', token),
    'It works once, for half an hour, and signs you out everywhere else.',
    'If it was not you who asked, leave this mail alone: nothing has changed.',
  ])
}
