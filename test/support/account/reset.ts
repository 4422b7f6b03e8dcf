import { completeEmail } from '../../../src/account/email/emails.ts'
import type { TestServer } from '../server.ts'

type Waiting = { uniqueKey: string; recipient: string; textBody: string }

/** The token of the last email of a kind that waits in the outbox, as its reader would get it. */
export function lastToken({ ctx }: TestServer, kind: string): string {
  const email = ctx.db.$client
    .query<Waiting, [string]>(
      'SELECT unique_key AS uniqueKey, recipient, text_body AS textBody FROM mails WHERE kind = ? ORDER BY rowid DESC',
    )
    .get(kind)
  const text = email ? (completeEmail(ctx, email) ?? '') : ''
  return text.match(/#token=([\w.-]{43,})/)?.[1] ?? ''
}

/** Asks for a link to a new password and gives its token. */
export async function askReset(svc: TestServer, email: string): Promise<string> {
  await svc.call('POST', '/api/auth/password/forgot', { body: { email } })
  await svc.ctx.jobs.idle()
  return lastToken(svc, 'reset-password')
}
