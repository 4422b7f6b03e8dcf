import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'

/** Emails an account's owner a change of the ways to sign in; `what` names it in their language. */
export function mailWays(ctx: Ctx, { email }: { email: string }, what: () => string): void {
  const { origin } = ctx.site
  const site = signatureOf(ctx)
  queueEmail(ctx, {
    uniqueKey: `sign-in-changed:${ctx.uuid()}`,
    kind: 'sign-in-changed',
    to: { address: email },
    write: () => ({
      subject: what(),
      paragraphs: [
        say('Your account at {site}: {what}.', { what: what(), site }),
        say('If that was you, there is nothing to do.'),
        say('If it was not you, set a new password, which signs out every browser.'),
        keyTo(say('Set a new password'), `${origin}/reset`),
        say('Then look at your account page, at the passkeys and what is linked: {origin}/account', { origin }),
      ],
    }),
  })
}
