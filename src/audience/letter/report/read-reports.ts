import { tokenLength } from '../send/reader-token.ts'
import { type Failure, failureInFields, failureInWords, isByServer } from './failure-in.ts'

/** The emails that a report may be about: tokens of letters, ids of others, keys that end news. */
type Named = { tokens: readonly string[]; mailIds: readonly string[]; endKeys: readonly string[] }

/** The report of a mail server about an email: it came back for good, or its reader complained. */
export type MailReport = ({ kind: 'bounce' } & Named & Failure) | ({ kind: 'complaint' } & Named)

// The first line of each email of a mailbox (RFC 4155), and what `|` in aliases puts before one.
const separator = /(?:^|\r?\n\r?\n)From \S[^\n]*\n/
const reportType = /^Content-Type:\s*multipart\/report\b/im
const isParted = /^Content-Type:\s*multipart\//im
const fieldsType = /^Content-Type:\s*message\/(?:global-)?(delivery-status|feedback-report)\b/im
const copyType = /^Content-Type:\s*(?:message\/(?:global|rfc822)|text\/rfc822-headers)/im
const encoding = /^Content-Transfer-Encoding:\s*(base64|quoted-printable)\b/im
const emptyLine = /\r?\n\r?\n/
const mostNamed = 20

/** Splits a mailbox into its emails. */
export const emailsIn = (source: string): string[] => source.split(separator).filter((email) => email.trim() !== '')

/**
 * Returns the report in an email, of delivery (RFC 3464, or in words) or of a complaint (RFC 5965,
 * or Microsoft's). Undefined for one that reports neither a failure for good nor a complaint.
 */
export function readReport(email: string): MailReport | undefined {
  // Long lines of a header go on in the next one.
  const text = email.replaceAll(/(?<=[^\r\n])\r?\n[ \t]+/g, ' ')
  const [head = ''] = text.split(emptyLine, 1)
  if (/^Subject:\s*complaint about message from\b/im.test(head)) return { kind: 'complaint', ...namedIn(email) }
  const isServers = isByServer(head)
  if (!isServers && !reportType.test(head)) return undefined
  const parts = isParted.test(head) ? partsOf(text) : []
  const [fields, another] = parts.filter(({ type }) => type !== undefined)
  // A report of a report, whose own copy is none of our emails.
  if (another) return undefined
  if (fields?.type === 'feedback-report') {
    const isComplaint = /^Feedback-Type:\s*(?:abuse|fraud|opt-out)/im.test(fields.body)
    return isComplaint ? { kind: 'complaint', ...namedIn(email) } : undefined
  }
  const failure = fields ? failureInFields(fields.body) : undefined
  if (failure) return { kind: 'bounce', ...namedIn(email), ...failure }
  if (fields || !isServers) return undefined
  const inWords = failureInWords(
    head,
    parts.length > 0 ? wordsOf(parts) : decoded(encoding.exec(head)?.[1], text.slice(head.length)),
  )
  return inWords && { kind: 'bounce', ...namedIn(email), ...inWords }
}

type Part = { type: string | undefined; isCopy: boolean; body: string }

/**
 * Returns the parts of an email, decoded. It is gone through part by part: one expression over all
 * of a stranger's email would go over it again from each line.
 */
const partsOf = (email: string): Part[] =>
  email
    .split(/\n--/)
    .slice(1)
    .flatMap((part) => {
      const head = emptyLine.exec(part)
      if (!head) return []
      const [about, body] = [part.slice(0, head.index), part.slice(head.index + head[0].length)]
      return [
        {
          type: fieldsType.exec(about)?.[1]?.toLowerCase(),
          isCopy: copyType.test(about),
          body: decoded(encoding.exec(about)?.[1], body),
        },
      ]
    })

/** Returns what people are told above the copy of the email that came back, which is ours. */
function wordsOf(parts: readonly Part[]): string {
  const end = parts.findIndex(({ isCopy }) => isCopy)
  const words = parts.slice(0, end < 0 ? parts.length : end).map(({ body }) => body)
  return words.join('\n').replaceAll(/<[a-z/!][^<>]*>/gi, ' ')
}

function decoded(as: string | undefined, body: string): string {
  if (as === undefined) return body
  if (as.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const token = new RegExp(`(?<![\\w-])[\\w-]{${tokenLength}}(?![\\w-])`, 'g')
const mailId = /<([\da-f]{8}-[\da-f-]{27})@/gi
const endKey = /\/unsubscribe\?key=(?:3D)?([\w-]{20,64})/g

const firstOf = (email: string, pattern: RegExp): string[] =>
  [...new Set([...email.matchAll(pattern)].map(([all, found = all]) => found))].slice(0, mostNamed)

const namedIn = (email: string): Named => ({
  tokens: firstOf(email, token),
  mailIds: firstOf(email, mailId),
  endKeys: firstOf(email, endKey),
})
