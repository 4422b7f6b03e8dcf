import { readAddress } from '../../platform/mail/address.ts'

const between = /[\s,;:<>"'()]+/
const isAddress = (word: string) => word.slice(1, -1).includes('@')
// Words that other services write beside addresses that get no emails any more.
const ended = /^(?:unsubscribed?|opted[ -]?out|cleaned|bounced|complained|spam|suppressed|inactive|deleted)$/i

/** The address in a line of a list or CSV file, or why the line has none that can be asked. */
export type ReadLine = { email: string } | { why: 'NONE' | 'INVALID' | 'ENDED'; text: string }

/** Reads one line: an address alone, `Name <address>`, or the cells of a CSV. */
export function readLine(line: string): ReadLine {
  const found = line.split(between).find(isAddress)
  if (found === undefined) return { why: 'NONE', text: line.trim() }
  const cells = line.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  if (cells.some((cell) => ended.test(cell))) return { why: 'ENDED', text: found }
  const email = readAddress(found)
  return email === undefined ? { why: 'INVALID', text: found } : { email }
}
