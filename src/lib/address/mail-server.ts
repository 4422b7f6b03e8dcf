import { readUrl } from './read-url.ts'
/**
 * When a connection to a mail server is encrypted: from the start, by STARTTLS or not at all, or by
 * STARTTLS where the server offers it.
 */
export const mailSecurities = ['tls', 'starttls', 'offered'] as const

export type MailSecurity = (typeof mailSecurities)[number]

/** A port of its own, or an empty text for the usual one. */
export type MailServer = { host: string; port: string; security: MailSecurity; user: string; password: string }

export const usualPorts = { tls: '465', starttls: '587', offered: '587' } as const satisfies Record<
  MailSecurity,
  string
>

// The form has no field for these, and none of them is a secret.
const keptParameters = ['tls.rejectUnauthorized', 'tls.servername', 'name']

/** Returns the parts of an address such as smtps://user:password@mail.example:465. */
export function readMailServer(address: string): MailServer | undefined {
  const url = readUrl(address)
  if (!url) return undefined
  const { protocol, hostname, port, username, password, searchParams } = url
  if (!/^smtps?:$/.test(protocol) || hostname === '') return undefined
  const security =
    protocol === 'smtps:' ? 'tls' : searchParams.get('requireTLS') === 'true' ? 'starttls' : ('offered' as const)
  return { host: hostname, port, security, user: decoded(username), password: decoded(password) }
}

/** Returns a mail server as one line, with what a former address has beside the parts of a form. */
export function mailServerAddress({ host, port, security, user, password }: MailServer, former: string | null): string {
  const kept = [...(readUrl(former ?? '')?.searchParams ?? [])]
  const parameters = new URLSearchParams(kept.filter(([name]) => keptParameters.includes(name)))
  if (security === 'starttls') parameters.set('requireTLS', 'true')
  const who = user === '' ? '' : `${encodeURIComponent(user)}${password && `:${encodeURIComponent(password)}`}@`
  const end = parameters.size === 0 ? '' : `?${parameters}`
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${who}${host}${port && `:${port}`}${end}`
}

/** Returns the address of a mail server as it may be shown: without its password. */
export function shownMailServer(address: string): string | null {
  const server = readMailServer(address)
  return server ? mailServerAddress({ ...server, password: '' }, address) : null
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
