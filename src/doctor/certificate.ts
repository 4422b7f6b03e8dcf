import { certificateRow } from '../certificate/certificate.ts'
import type { Check } from './check.ts'

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Says until when the certificate of `--domain` is valid, and why the last try to get one failed (rule 1.12). */
export const certificate: Check = {
  name: 'certificate',
  look(ctx) {
    const { domain } = ctx.config
    if (domain === undefined) return {}
    const { notAfter = null, problem = null, advice, nextAt } = certificateRow(ctx, domain) ?? {}
    const state =
      notAfter === null
        ? `${domain} has no certificate`
        : `the certificate of ${domain} ${notAfter > ctx.now() ? 'is valid until' : 'has expired on'} ${dayOf(notAfter)}`
    if (problem !== null) {
      const next = nextAt ? `; the next try is at ${new Date(nextAt).toISOString()}` : ''
      const mend = advice ?? 'see the log'
      return { problem: `${state}, and getting one failed: ${problem}${next}`, mend }
    }
    if (notAfter !== null && notAfter > ctx.now()) return { note: state }
    return { problem: state, mend: `start tapedeck serve --domain ${domain}, which gets one by itself` }
  },
}
