import { setImmediate } from 'node:timers/promises'
import type { Language } from '../../lib/language/languages.ts'
import { asciiAddress } from './address.ts'

/** An email that goes to many: all of it but the reader's line. */
export type TemplateDraft = {
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** The address that answers go to, instead of the sender's. */
  replyTo: string | null
  unsubscribeUrl: string
  /** The name of the mailing list (RFC 2919). */
  listId: string
  language: Language
}

/** Returns the bytes of an email to one reader. */
export type EmailTemplate = (to: string, token: string) => Uint8Array

/**
 * Builds an email once, so that each of a hundred thousand readers costs only the copy. Their
 * tokens have this length, and letters and digits that no encoding changes. `write` is given a text
 * in their place, another one each time: anybody who knew it could write it into a letter, and each
 * reader's token would appear there too.
 */
export async function createTemplate(
  { random }: { random(bytes: number): Uint8Array },
  tokenLength: number,
  write: (token: string) => TemplateDraft,
): Promise<EmailTemplate> {
  const token = Buffer.from(random(tokenLength)).toString('hex').slice(0, tokenLength)
  const { from, subject, text, html, replyTo, unsubscribeUrl, listId, language } = write(token)
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  // Loading it the first time and composing are each several milliseconds: others get their turn
  // before, between and after.
  await setImmediate()
  const domain = from.address.split('@').at(-1)
  const told = subjectHeader(subject)
  const message = new MailComposer({
    ...told,
    from,
    text,
    html,
    ...(replyTo === null ? {} : { replyTo: asciiAddress(replyTo) }),
    textEncoding: 'quoted-printable',
    messageId: `<${token}@${domain}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      ...told.headers,
      'Content-Language': language,
      'List-Id': `<${listId}>`,
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      Precedence: 'bulk',
    },
  })
  const source = await message.compile().build()
  await setImmediate()
  const places = placesOf(source.toString('latin1'), token)
  return (to, theirs) => {
    const head = Buffer.from(`To: ${asciiAddress(to)}\r\n`)
    const bytes = Buffer.allocUnsafe(head.length + source.length)
    head.copy(bytes)
    source.copy(bytes, head.length)
    for (const place of places) {
      for (const [index, at] of place.entries()) bytes[head.length + at] = theirs.charCodeAt(index)
    }
    return bytes
  }
}

/**
 * Returns where the characters of a token are, each time that it occurs. Quoted-printable breaks
 * long lines with an equals sign, also in the middle of a token.
 */
function placesOf(source: string, token: string): number[][] {
  const broken = new RegExp([...token].join('(?:=\\r\\n)?'), 'g')
  return [...source.matchAll(broken)].map(({ 0: found, index }) => {
    const places: number[] = []
    for (let at = 0; at < found.length; at += 1) {
      if (found[at] === '=') at += 2
      else places.push(index + at)
    }
    return places
  })
}

/**
 * Returns the subject of an email as its composer takes it. One of ASCII stays as it is: the
 * composer would encode it because of a comma, which filters take for a sign of spam. Only what
 * looks encoded is encoded, or mail programs would show what it hides.
 */
export function subjectHeader(subject: string) {
  if (subject.includes('=?')) return { headers: { Subject: prepared(encodedWords(subject)) } }
  if (!/^[\x20-\x7e]+$/.test(subject)) return { subject, headers: {} }
  return { headers: { Subject: prepared(subject) } }
}

const prepared = (value: string) => ({ prepared: true, foldLines: true, value })

/** RFC 2047: a word has at most 75 characters, and ends with a whole one of the text. */
const encodedWords = (text: string): string =>
  (text.match(/.{1,10}/gsu) ?? []).map((part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ')
