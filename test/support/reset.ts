import type { TestServer } from './server.ts'

/** The token of the last letter of a kind that was written, as its reader finds it. */
export function lastToken(svc: TestServer, kind: string): string {
  const letters = svc.ctx.db.$client
    .query<{ text_body: string }, [string]>('SELECT text_body FROM mails WHERE kind = ? ORDER BY rowid')
    .all(kind)
  return letters.at(-1)?.text_body.match(/#token=([\w-]{43})/)?.[1] ?? ''
}

/** Asks for a link to a new password and gives its token. */
export async function askReset(svc: TestServer, email: string): Promise<string> {
  await svc.call('POST', '/api/auth/password/forgot', { body: { email } })
  await svc.ctx.jobs.idle()
  return lastToken(svc, 'reset-password')
}
