import { tellsOfMailbox } from '../../../platform/mail/read-answer.ts'

/** Why an email came back for good; `isAddress`: because of its reader's mailbox. */
export type Failure = { problem: string; isAddress: boolean }

/** Returns the failure in the fields of a report for programs (RFC 3464), one group a recipient. */
export function failureInFields(fields: string): Failure | undefined {
  const failed =
    fields.split(/\r?\n\s*\n/).find((each) => /^Action:\s*(?:failed|expired)\b/im.test(each)) ?? bareOf(fields)
  if (failed === undefined) return undefined
  // A server that gave up after days says so with the status of the last try, which begins with 4.
  const status = /^Status:\s*([45]\.\d{1,3}\.\d{1,3})/im.exec(failed)?.[1] ?? ''
  const said = /^Diagnostic-Code:\s*(?:[\w-]+;\s*)?(.*)$/im.exec(failed)?.[1]?.trim() ?? ''
  if (status === '' && said === '') return undefined
  return { problem: said || status, isAddress: tellsOfMailbox(status, said) }
}

/** Some leave out what became of it. */
const bareOf = (fields: string): string | undefined =>
  !/^Action:/im.test(fields) && /^Status:\s*5\./im.test(fields) ? fields : undefined

const sender = /^From:.*?(?:\b(?:mailer-daemon|postmaster|mail[ .]deliver\w*[ .]\w*)\b|<>)/im
const failedTo = /^X-Failed-Recipients:/im
const putOff = /^Subject:.*\b(?:delay|warning|still being retried|not yet)/im

/** Returns whether a mail server wrote this email by itself, as the header says. */
export const isByServer = (head: string): boolean => sender.test(head) || failedTo.test(head)

// Where the copy of the email begins that came back: its words are ours.
const beginOfCopy = /^(?:>\s*)?(?:Return-Path|Received|DKIM-Signature|X-Google-DKIM-Signature):/i
// They say it at once; the rest is a copy, or a stranger's.
const mostWords = 16_000
const statusOrCode = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?![\d.]*\d)|(?<![\d.:-])5[0-7]\d[ -](?=\D)/
const failure =
  /\b(?:(?:could|can|was|were|did|is|be)(?: ?no|n[’'])t (?:be )?(?:able to )?(?:deliver|reach|sent|find)|undeliver(?:able|ed)|unable to (?:deliver|send)|deliver\w*(?: to .{0,80})? (?:has |have )?failed|failed to deliver|permanent(?:ly)? (?:error|fail)|giv(?:ing|en) up|error (?:has )?occurred|aborted after|may not exist|exceeds allowed size)/i

const stillTried =
  /\b(?:will (?:be |continue |keep )(?:to )?(?:retr|try)|still (?:being )?(?:tr|retr)|attempts will continue|warning (?:message )?only|only a temporary|not yet been delivered|not need to re-?send)/i

/**
 * Returns the failure in a report for people, as qmail, Exim and many others write it: the line
 * that tells most of it. Undefined where the email is still tried, or nothing is said of a failure.
 */
export function failureInWords(head: string, text: string): Failure | undefined {
  if (putOff.test(head)) return undefined
  const lines = text
    .slice(0, mostWords)
    .split(/\r?\n/)
    .map((line) => line.trim())
  const end = lines.findIndex((line) => beginOfCopy.test(line))
  const told = lines.slice(0, end < 0 ? lines.length : end).filter((line) => line !== '')
  const isOver = /^Subject:.*\b(?:fail|undeliver|return|error|not deliver|rejected)/im.test(head)
  if (told.some((line) => stillTried.test(line))) return undefined
  const answer = told.find((line) => statusOrCode.test(line)) ?? told.find((line) => tellsOfMailbox('', line))
  const problem = answer ?? told.find((line) => failure.test(line))
  if (problem === undefined || (answer === undefined && !isOver)) return undefined
  const about = statusOrCode.test(problem) ? [problem] : told
  return { problem, isAddress: about.some((line) => tellsOfMailbox('', line)) }
}
