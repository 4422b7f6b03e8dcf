import { readWitnessKey } from '../../lib/verify/note/cosignature.ts'
import { isLoopback } from '../../platform/http/site/site.ts'

/** A witness of the log that the owner of the site chose: its verifier key, and its address. */
export type Witness = { readonly name: string; readonly verifierKey: string; readonly url: string }

type Fault = <T>(name: string, problem: string, value: T) => T

const mostWitnesses = 3

/**
 * Reads the witnesses of the log, a line or a part between commas each: the verifier key (C2SP
 * tlog-cosignature), then the address. A wrong one is reported to `fault`.
 */
export function readWitnesses(name: string, raw: string | undefined, fault: Fault): Witness[] {
  const parts = (raw ?? '').split(/[,\n]/).map((part) => part.trim())
  const written = parts.filter(Boolean)
  if (written.length > mostWitnesses) return fault(name, `must have at most ${mostWitnesses} witnesses`, [])
  const found = written.map(readWitness)
  const at = found.indexOf(undefined)
  if (at !== -1) {
    const form = 'its key and its https address, such as "witness.example/w+1a2b3c4d+BA… https://witness.example"'
    return fault(name, `must have of each witness ${form}, but one is "${written[at]?.slice(0, 200)}"`, [])
  }
  const witnesses = found.flatMap((each) => each ?? [])
  const keys = new Set(witnesses.map(({ verifierKey }) => verifierKey))
  return keys.size < witnesses.length ? fault(name, 'must name each witness once', []) : witnesses
}

function readWitness(written: string): Witness | undefined {
  const [, verifierKey = '', address = ''] = /^(\S+)\s+(\S+)$/.exec(written) ?? []
  const key = readWitnessKey(verifierKey)
  const url = URL.canParse(address) && !address.includes('\\') ? new URL(address) : undefined
  if (!key || !url || url.search || url.hash || url.username || url.password) return undefined
  const isPublic = url.protocol === 'https:' && url.port === '' && /[a-z]$/.test(url.hostname)
  // Two sites on one machine, to try it out: only a site that is on this machine too asks there.
  if (!isPublic && !isOnThisMachine(url)) return undefined
  return { name: key.name, verifierKey, url: url.href.replace(/\/+$/, '') }
}

/** Whether an address leads to the very machine that it is asked from. */
export const isOnThisMachine = ({ hostname }: URL): boolean => isLoopback(hostname.replace(/^\[|\]$/g, ''))
