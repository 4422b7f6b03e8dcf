export type MailServer = { host: string; port: string; user: string; password: string }

const portOfTls = '465'

/** Returns the address of a mail server as one line: TLS from the start at port 465. */
export function mailAddress({ host, port, user, password }: MailServer): string {
  const kind = port === portOfTls ? 'smtps' : 'smtp'
  const who = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return `${kind}://${who}${host}:${port}`
}
