import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { EmailDraft } from '../../platform/mail/queue-email.ts'

export function linkedEmail(ctx: Ctx, address: string, label: string): EmailDraft {
  const { origin } = ctx.site
  const { host } = new URL(origin)
  return {
    uniqueKey: `identity-linked:${ctx.uuid()}`,
    kind: 'identity-linked',
    to: { name: '', address },
    write: () => ({
      subject: say('You can sign in with {label} now', { label }),
      paragraphs: [
        say('You can now sign in to your account at {host} with {label}.', { host, label }),
        say('If that was you, there is nothing to do.'),
        say('If it was not you, unlink it on your account page, and set a new password: {origin}/account', { origin }),
      ],
    }),
  }
}
