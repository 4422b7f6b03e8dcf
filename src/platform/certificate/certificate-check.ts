import { say } from '../../lib/language/say.ts'
import type { Check } from '../check.ts'
import { type CertificateRow, certificateRow, dueAt } from './certificate.ts'

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, 16)

/** Tells the certificate's end, and why the last try for one failed (rule: refused-certificate). */
export const certificateCheck: Check = {
  name: 'certificate',
  place: 30,
  look(ctx) {
    const { domain } = ctx.config
    if (domain === undefined) return {}
    const row = certificateRow(ctx, domain)
    const { notAfter = null, problem = null, advice, nextAt } = row ?? {}
    const isValid = notAfter !== null && notAfter > ctx.now()
    const state = stateText(domain, notAfter, isValid)
    if (problem !== null) {
      const failed = say('{state}, and the last try to get one failed: “{problem}”', { state, problem })
      const next = nextAt
        ? `; ${say('the next try is on {day} at {time} UTC', { day: dayOf(nextAt), time: timeOf(nextAt) })}`
        : ''
      return { problem: `${failed}${next}`, fix: advice ?? say('see the log') }
    }
    if (row && isValid) return { note: `${state}${renewalOf(row, ctx.now())}` }
    return {
      problem: state,
      fix: say('wait a minute: tapedeck serve --domain {domain} gets one automatically', { domain }),
    }
  },
}

function stateText(domain: string, notAfter: number | null, isValid: boolean): string {
  if (notAfter === null) return say('there is no certificate for {domain} yet', { domain })
  const of = { domain, day: dayOf(notAfter) }
  return isValid
    ? say('the certificate of {domain} is valid until {day}', of)
    : say('the certificate of {domain} expired on {day}', of)
}

function renewalOf(row: CertificateRow, now: number): string {
  const due = dueAt(row, row.directory ?? '')
  if (due === undefined) return ''
  const text =
    due > now
      ? say('it is renewed automatically about {day}', { day: dayOf(due) })
      : say('it is due for renewal, which is tried automatically')
  return `; ${text}`
}
