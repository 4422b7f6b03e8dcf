import type { Static } from '@sinclair/typebox'
import { Type as t } from '@sinclair/typebox'

/** A problem document of an authority (RFC 7807), as RFC 8555 has it. */
export const Problem = t.Object({
  type: t.Optional(t.String()),
  detail: t.Optional(t.String()),
  subproblems: t.Optional(t.Array(t.Object({ type: t.Optional(t.String()), detail: t.Optional(t.String()) }))),
})
export type Problem = Static<typeof Problem>

const longestReason = 500

/** A refusal by an authority, in its own words, and how long it wants no other request. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  /** The error's name without its prefix, such as `dns` or `rateLimited`. */
  readonly kind: string
  readonly waitMs: number | undefined

  constructor(problem: Problem, waitMs?: number) {
    const details = [problem.detail, ...(problem.subproblems ?? []).map(({ detail }) => detail)]
    // An authority quotes the answer at the name, which may be anybody's: nothing of it must
    // control a terminal.
    const plain = details
      .filter(Boolean)
      .join('; ')
      .replaceAll(/[\s\p{C}]+/gu, ' ')
    super(plain.slice(0, longestReason) || 'no reason given')
    this.kind = kindOf(problem.type)
    this.waitMs = waitMs
  }
}

const kindOf = (type = '') => type.replace('urn:ietf:params:acme:error:', '')

/** The authority gave no usable answer: no network, no answer, or not one of the protocol. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Returns what to check after a failed try (rule: refused-certificate). */
export function adviceFor(error: unknown, domain: string, directory: string): string {
  const { host } = new URL(directory)
  if (error instanceof Unreachable)
    return `this machine has to reach ${host} by https; check its network, DNS and clock`
  if (!(error instanceof Refusal)) return 'if it goes on, report it: tapedeck tries again by itself'
  const reach = `from the whole internet, http://${domain} has to reach this machine on port 80`
  switch (error.kind) {
    case 'dns':
      return `let ${domain} point to this machine, by an A record (AAAA for IPv6) where you manage the name`
    case 'connection':
    case 'timeout':
      return `${reach}; check where ${domain} points, the firewall and the router (HTTP_PORT sets another port behind one)`
    case 'unauthorized':
    case 'incorrectResponse':
    case 'tls':
      return `${reach}, and something else answers there; check where its A and AAAA records point, and any proxy in between`
    case 'caa':
      return `the CAA records of ${domain} have to allow this certificate authority`
    case 'rateLimited':
      return 'wait: the certificate authority counts requests, and tapedeck asks again as soon as it may'
    case 'rejectedIdentifier':
    case 'unsupportedIdentifier':
      return `this certificate authority gives none for ${domain}; use another name, or set ACME_DIRECTORY to another one`
    case 'externalAccountRequired':
      return 'this certificate authority wants an account that is made by hand; set ACME_DIRECTORY to another one'
    default:
      return 'tapedeck tries again by itself; if it goes on, see the status page of the certificate authority'
  }
}
