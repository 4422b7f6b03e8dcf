import { tokenLength } from './send/reader-token.ts'

/**
 * The report of a mail server about an email: it came back for good (`isAddress`: because of its
 * address), or its reader complained. `tokens`: each may be the token of a letter;
 * `mailIds`: each may be the id of another email.
 */
export type MailReport =
  | { kind: 'bounce'; tokens: readonly string[]; mailIds: readonly string[]; problem: string; isAddress: boolean }
  | { kind: 'complaint'; tokens: readonly string[] }

// The first line of each email of a mailbox (RFC 4155), and what `|` in aliases puts before one.
const separator = /(?:^|\r?\n\r?\n)From \S[^\n]*\n/
const reportType = /^Content-Type:\s*multipart\/report\b.*?\breport-type="?(delivery-status|feedback-report)\b/im
const fieldsType = /^Content-Type:\s*message\/(?:delivery-status|feedback-report)\b/im
const emptyLine = /\r?\n\r?\n/
const mostTokens = 20

/**
 * Returns the reports in an email or a mailbox of many, one for each email: of delivery (RFC 3464)
 * and of complaints (RFC 5965). Undefined for one that reports neither a failure for good nor a
 * complaint.
 */
export const readReports = (source: string): (MailReport | undefined)[] =>
  source
    .split(separator)
    .filter((email) => email.trim() !== '')
    .map(readReport)

function readReport(email: string): MailReport | undefined {
  // Long lines of a header go on in the next one.
  const text = email.replaceAll(/\r?\n[ \t]+/g, ' ')
  const [head = ''] = text.split(emptyLine, 1)
  const type = reportType.exec(head)?.[1]?.toLowerCase()
  // The text of the email that came back is not part of the report.
  const fields = type === undefined ? undefined : fieldsIn(text)
  if (fields === undefined) return undefined
  const tokens = tokensIn(email)
  if (type === 'feedback-report') {
    return /^Feedback-Type:\s*abuse\b/im.test(fields) ? { kind: 'complaint', tokens } : undefined
  }
  // A server that gave up after days says so with the status of the last try, which begins with 4.
  const [, status, about] = /^Status:\s*(([45]\.\d{1,3})\.\d{1,3})/im.exec(fields) ?? []
  if (status === undefined || !/^Action:\s*failed\b/im.test(fields)) return undefined
  const said = /^Diagnostic-Code:\s*(?:smtp;\s*)?(.*)$/im.exec(fields)?.[1]?.trim()
  // RFC 3463: what is wrong with an address, or with its mailbox.
  return {
    kind: 'bounce',
    tokens,
    mailIds: mailIdsIn(email),
    problem: said || status,
    isAddress: about === '5.1' || about === '5.2',
  }
}

/**
 * Returns the fields of the part for programs, up to the line that ends it. It is looked for part
 * by part: one expression over all of a stranger's email would go over it again from each line.
 */
const fieldsIn = (email: string): string | undefined =>
  email
    .split(/\n--/)
    .slice(0, -1)
    .flatMap((part) => {
      const head = emptyLine.exec(part)
      return head && fieldsType.test(part.slice(0, head.index)) ? [part.slice(head.index + head[0].length)] : []
    })[0]

const token = new RegExp(`(?<![\\w-])[\\w-]{${tokenLength}}(?![\\w-])`, 'g')

const firstOf = (found: Iterable<string>): string[] => [...new Set(found)].slice(0, mostTokens)

const tokensIn = (email: string): string[] => firstOf(email.matchAll(token).map(([found]) => found))

// Each line is looked at once: an email is a stranger's, and may be long.
const messageId = /^Message-ID:[ \t]*<([\da-f-]{36})@/gim

const mailIdsIn = (email: string): string[] => firstOf(email.matchAll(messageId).map(([, id = '']) => id))
