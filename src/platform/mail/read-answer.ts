import { asciiAddress } from './address.ts'

/** A mail server's answer to one email; `step`: the command, as nodemailer names it. */
export type Answer = { step: string | undefined; code: number; said: string }

/**
 * The side at fault when an email is not taken. `mailbox`: there is none, it is closed or full, as
 * its server says at its name; that is final. `server`: the server refuses for now, or because of
 * our settings. Faults of the same `likeness` have one cause.
 */
export type Fault = { of: 'mailbox' | 'server'; likeness: string }

// RFC 3463 at the begin of the answer, or in brackets as qmail writes it.
const status = /^[245]\d\d[ -]#?([245]\.\d{1,3}\.\d{1,3})\b|\(#([245]\.\d{1,3}\.\d{1,3})\)/

// 5.1.7 and 5.1.8 are about the sender's address, which is ours.
const ofMailbox = /^5\.(?:1\.(?![78]$)|2\.)/

/**
 * Returns whose fault an answer tells of (rule: mail-faults). A server that writes no status says
 * nothing for sure of a mailbox: 550 is also its word for a sender it does not know.
 */
export function faultOfAnswer({ step, code, said }: Answer): Fault {
  const [, atBegin, inBrackets] = status.exec(said) ?? []
  const told = atBegin ?? inBrackets
  const isFinal = step === 'RCPT TO' && code >= 500 && told !== undefined && ofMailbox.test(told)
  return { of: isFinal ? 'mailbox' : 'server', likeness: `${step} ${code} ${told ?? ''}` }
}

// A status that says next to nothing: servers write it beside words that say it.
const isVague = /^5\.(?:[0-3]\.0$|0\.|4\.4$|5\.)/
const anyStatus = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/g

const party = '(?:user|recipient|mailbox|addressee?|account|e-?mail|alias|domain|host(?: or domain)?(?: name)?)'
const missing =
  "(?:unknown|(?:was |be )?not (?:be )?(?:found|known|exist)|does ?n[o’']t exist|is (?:disabled|inactive|invalid|blocked|frozen|full)|no longer|has been (?:disabled|closed|deleted))"
const wordsOfMailbox = new RegExp(
  [
    String.raw`\b${party}\b.{0,60}\b${missing}`,
    String.raw`\b(?:unknown|no such|invalid|non-?existent|inactive|disabled)\b.{0,12}\b${party}\b`,
    String.raw`\bno mailbox (?:here|by)\b|\bover ?quota\b|\b(?:mail)?box(?: is)? full\b|\bquota exceeded\b|\bNXDOMAIN\b`,
    String.raw`\bdoes ?n[o’']t have an? \S{1,80} account\b|\bhad no relevant answers\b|\bfind any host named\b`,
  ].join('|'),
  'i',
)

const ofThisEmail = /\b(?:at a rate|too large|message (?:size|length)|5\.2\.3|sender)\b/i

/**
 * Returns whether the later report of a server is about the mailbox of its reader: its `status`
 * says so or, where that is vague, the words beside it.
 */
export function tellsOfMailbox(status: string, said: string): boolean {
  if (ofThisEmail.test(said)) return false
  const told = [status, ...(said.match(anyStatus) ?? [])].find((each) => each !== '' && !isVague.test(each))
  if (told !== undefined && /^5/.test(told)) return ofMailbox.test(told)
  return wordsOfMailbox.test(said)
}

const controls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
const longestSaid = 300

/**
 * Returns what a server said about an email as we keep and show it: one line, not long, and without
 * its reader's address, which artists do not see and which has to go when its person does.
 */
export const saidOf = (address: string, words: string): string =>
  words.replaceAll(controls, ' ').replaceAll(address, '…').replaceAll(asciiAddress(address), '…').slice(0, longestSaid)
