import type { Check } from '../check.ts'
import { type CertificateRow, certificateRow, dueAt } from './certificate.ts'

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const minuteOf = (ms: number) => `${dayOf(ms)} at ${new Date(ms).toISOString().slice(11, 16)} UTC`

/**
 * Reports until when the certificate of `--domain` is valid, and why the last try to get one failed
 * (rule: refused-certificate).
 */
export const certificateCheck: Check = {
  name: 'certificate',
  look(ctx) {
    const { domain } = ctx.config
    if (domain === undefined) return {}
    const row = certificateRow(ctx, domain)
    const { notAfter = null, problem = null, advice, nextAt } = row ?? {}
    const isValid = notAfter !== null && notAfter > ctx.now()
    const end = isValid ? 'is valid until' : 'expired on'
    const state =
      notAfter === null
        ? `there is no certificate for ${domain} yet`
        : `the certificate of ${domain} ${end} ${dayOf(notAfter)}`
    if (problem !== null) {
      const next = nextAt ? `; the next try is on ${minuteOf(nextAt)}` : ''
      return {
        problem: `${state}, and the last try to get one failed: “${problem}”${next}`,
        fix: advice ?? 'see the log',
      }
    }
    if (row && isValid) return { note: `${state}${renewalOf(row, ctx.now())}` }
    return { problem: state, fix: `wait a minute: tapedeck serve --domain ${domain} gets one by itself` }
  },
}

function renewalOf(row: CertificateRow, now: number): string {
  const due = dueAt(row, row.directory ?? '')
  if (due === undefined) return ''
  return due > now
    ? `; it is renewed by itself about ${dayOf(due)}`
    : '; it is due for renewal, which is tried by itself'
}
