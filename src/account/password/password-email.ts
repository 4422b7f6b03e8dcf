import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { longMoment } from '../../lib/time/moment-text.ts'
import { rates } from '../../platform/http/limiter.ts'
import { type EmailDraft, keyTo, queueEmail } from '../../platform/mail/queue-email.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'

type Changed = { userId: string; email: string; how: 'changed' | 'reset' }

const ways = () =>
  ({
    changed: say('It was changed on the account page by somebody who knew the old one.'),
    reset: say(
      'It was set with a reset link, which was sent to this address or given out by the person who runs the site.',
    ),
  }) as const

/**
 * Queues an email that tells the owner of an account that its password changed. Called in the
 * transaction of the change. At most five an hour: an account registered with a stranger's address
 * must not flood them.
 */
export function mailPasswordChanged(ctx: Ctx, changed: Changed): void {
  if (ctx.limiter.take(`notice-to-user ${changed.userId}`, rates['notice-to-user']) > 0) return
  queueEmail(ctx, passwordEmail(ctx, changed))
}

function passwordEmail(ctx: Ctx, { email, how }: Changed): EmailDraft {
  const { origin } = ctx.site
  return {
    uniqueKey: `password-changed:${ctx.uuid()}`,
    kind: 'password-changed',
    to: { address: email },
    write: () => ({
      subject: say('Your password was changed'),
      paragraphs: [
        say('Your password at {site} was changed on {moment} UTC.', {
          site: signatureOf(ctx),
          moment: longMoment(ctx.now()),
        }),
        ways()[how],
        say('If that was you, there is nothing to do.'),
        say('If it was not you, set a new password now, which signs out every browser.'),
        keyTo(say('Set a new password'), `${origin}/reset`),
        say(
          'Then look at the recent activity of your account, and make sure that nobody else reads your email: {origin}/account',
          { origin },
        ),
      ],
    }),
  }
}
