import { within } from '../../../lib/turn/within.ts'
import { ownState } from '../../own-state.ts'

/** Asks name servers. A name without such a record gives an empty list. */
export type NameServer = {
  txt(name: string): Promise<string[]>
  mx(name: string): Promise<string[]>
  close(): void
}

/** `servers`: the addresses of name servers; none for those of this machine. */
export const nameServersOf = ownState((): { servers: readonly string[] } => ({ servers: [] }))

const answerMs = 2_000
const allMs = 8_000

export async function openNameServer(servers: readonly string[]): Promise<NameServer> {
  const { Resolver } = await import('node:dns/promises')
  const resolver = new Resolver({ timeout: answerMs, tries: 1 })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    txt: (name) => orNone(resolver.resolveTxt(name).then((all) => all.map((pieces) => pieces.join('')))),
    mx: (name) => orNone(resolver.resolveMx(name).then((all) => all.map(({ exchange }) => exchange))),
    close: () => resolver.cancel(),
  }
}

const nothingThere = new Set<unknown>(['ENOTFOUND', 'ENODATA', 'NXDOMAIN'])

const orNone = (asked: Promise<string[]>): Promise<string[]> =>
  asked.catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (nothingThere.has(code)) return []
    throw error
  })

/**
 * The state of a domain's records, for emails that come from it (rule: sender-records). `dkim` is
 * `unknown` where none of the names that providers use has a key: a key may have any name.
 */
export type SenderRecords = {
  mx: 'ok' | 'none'
  spf: 'ok' | 'none' | 'many' | 'open' | 'long'
  dkim: 'ok' | 'unknown'
  dmarc: 'ok' | 'none' | 'unreadable'
}

/** Reads them within eight seconds. Throws when the name server does not answer. */
export function readSenderRecords(ask: NameServer, domain: string): Promise<SenderRecords> {
  const read = async (): Promise<SenderRecords> => {
    const [mx, spf, dkim, dmarc] = await Promise.all([
      ask.mx(domain),
      spfOf(ask, domain),
      dkimOf(ask, domain),
      dmarcOf(ask, domain),
    ])
    // RFC 7505: a dot says that there is no mail server.
    return { mx: mx.some((host) => host !== '' && host !== '.') ? 'ok' : 'none', spf, dkim, dmarc }
  }
  return within(allMs, read(), () => new Error('No answer within eight seconds.'))
}

const mostLookups = 10
const isSpf = /^v=spf1(?:\s|$)/i
const asks = /^[+~?-]?(?:include:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr(?::|$)|exists:)|^redirect=/i

async function spfOf(ask: NameServer, domain: string): Promise<SenderRecords['spf']> {
  const records = (await ask.txt(domain)).filter((each) => isSpf.test(each))
  const [record] = records
  if (record === undefined) return 'none'
  if (records.length > 1) return 'many'
  if (/\s\+?all(?:\s|$)/i.test(record)) return 'open'
  return (await lookupsOf(ask, record)) > mostLookups ? 'long' : 'ok'
}

/** Counts the look-ups of a record (RFC 7208, 4.6.4), with those of records that it leads to. */
async function lookupsOf(ask: NameServer, record: string): Promise<number> {
  let lookups = 0
  const waiting = [record]
  for (let next = waiting.pop(); next !== undefined && lookups <= mostLookups; next = waiting.pop()) {
    const terms = next.split(/\s+/).slice(1)
    lookups += terms.filter((term) => asks.test(term)).length
    // A name with a macro in it depends on the email.
    const leads = terms.flatMap((term) => /^(?:[+~?-]?include:|redirect=)([^%]+)$/i.exec(term)?.[1] ?? [])
    for (const lead of leads.slice(0, mostLookups)) {
      waiting.push(...(await ask.txt(lead)).filter((each) => isSpf.test(each)).slice(0, 1))
    }
  }
  return lookups
}

// Under which large providers, and programs for servers, publish keys.
const selectors =
  'default dkim mail google selector1 selector2 s1 s2 k1 k2 k3 fm1 mesmtp mta smtp pm mx zoho zmail protonmail sig1 mandrill mailjet brevo1 sendinblue scph0920 smtpapi resend ovhmo1 ionos hs1 x key1 dkim1 20230601 2024 2025 2026'

async function dkimOf(ask: NameServer, domain: string): Promise<SenderRecords['dkim']> {
  const names = selectors.split(' ').map((selector) => `${selector}._domainkey.${domain}`)
  const found = await Promise.all(names.map((name) => ask.txt(name)))
  return found.flat().some((each) => /(?:^|;)\s*p=\s*[\w+/]/.test(each)) ? 'ok' : 'unknown'
}

async function dmarcOf(ask: NameServer, domain: string): Promise<SenderRecords['dmarc']> {
  // A domain without one has that of the domain above it.
  for (let name = domain; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    const records = (await ask.txt(`_dmarc.${name}`)).filter((each) => /^\s*v\s*=\s*dmarc1\b/i.test(each))
    const [record] = records
    if (record === undefined) continue
    const isReadable = records.length === 1 && /;\s*p\s*=\s*(?:none|quarantine|reject)\s*(?:;|$)/i.test(record)
    return isReadable ? 'ok' : 'unreadable'
  }
  return 'none'
}
