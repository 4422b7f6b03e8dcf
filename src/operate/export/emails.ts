import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { keyTo, queueEmail } from '../../platform/mail/queue-email.ts'

type Ready = { id: string; confirmed: string }

/** Queues the email that somebody's data is ready, to their confirmed address. */
export function emailExportReady(ctx: Ctx, { id, confirmed }: Ready): void {
  if (confirmed === '') return
  queueEmail(ctx, {
    uniqueKey: `export-ready:${id}`,
    kind: 'export-ready',
    to: { address: confirmed },
    write: () => ({
      subject: say('Your data is ready'),
      paragraphs: [
        say('The copy of your data that you asked for is ready. Sign in to download it, within seven days.'),
        keyTo(say('Download your data'), `${ctx.site.origin}/account#data`),
        say('If you did not ask for it, somebody else is signed in to your account: change your password.'),
      ],
    }),
  })
}
