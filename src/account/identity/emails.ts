import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { type EmailDraft, keyTo } from '../../platform/mail/queue-email.ts'
import { signatureOf } from '../../platform/setting/site-config.ts'

export function linkedEmail(ctx: Ctx, address: string, label: string): EmailDraft {
  const { origin } = ctx.site
  const site = signatureOf(ctx)
  return {
    uniqueKey: `identity-linked:${ctx.uuid()}`,
    kind: 'identity-linked',
    to: { address },
    write: () => ({
      subject: say('You can sign in with {label} now', { label }),
      paragraphs: [
        say('You can now sign in to your account at {site} with {label}.', { site, label }),
        say('If that was you, there is nothing to do.'),
        say('If it was not you, unlink it on your account page, and set a new password.'),
        keyTo(say('Open your account'), `${origin}/account`),
      ],
    }),
  }
}
