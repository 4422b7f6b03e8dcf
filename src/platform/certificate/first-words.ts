import type { Ctx } from '../../context.ts'
import { certificateRow } from './certificate.ts'
import { letsEncrypt } from './config.ts'

type Ports = { httpPort?: number }

/** Nothing without --domain (rule: own-certificate). */
export function certificateLines(ctx: Ctx, { httpPort }: Ports): string[] {
  const { domain, https } = ctx.config
  if (domain === undefined || httpPort === undefined) return []
  const { host } = new URL(https.directory)
  const [authority, terms] =
    https.directory === letsEncrypt
      ? ["Let's Encrypt", 'https://letsencrypt.org/repository/']
      : [host, `${https.directory} (meta.termsOfService)`]
  return [
    `port ${httpPort} answers ${authority}, and leads all others to https`,
    ...stateLines(ctx, domain, authority),
    `By --domain you agree to the terms of service of ${authority}: ${terms}`,
  ]
}

function stateLines(ctx: Ctx, domain: string, authority: string): string[] {
  const { notAfter, problem, advice, nextAt } = certificateRow(ctx, domain) ?? {}
  const state = notAfter
    ? `The certificate of ${domain} is valid until ${new Date(notAfter).toISOString()}.`
    : `${domain} has no certificate yet.`
  if (problem) {
    const next = `The next try is at ${new Date(nextAt ?? 0).toISOString()}.`
    return [state, `The last try to get one failed: ${problem}`, `  To check: ${advice}`, `  ${next}`]
  }
  if (notAfter) return [state]
  return [`${state} Asking ${authority}, which has to reach http://${domain} on port 80; the log says how it goes.`]
}
