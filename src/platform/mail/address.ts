import { domainToASCII, domainToUnicode } from 'node:url'

const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
const topLabel = /[^\d]/

const bytes = (text: string): number => Buffer.byteLength(text)

/**
 * Returns an email address in the form in which we store and compare it, or undefined when it is
 * not valid: lower case, NFKC, and the domain in ASCII, so that one mailbox is one account
 * (rule: one-mailbox). Stricter than the standard: no quotes, comments, lists or control
 * characters, so that it can neither end a header nor add a recipient.
 */
export function readAddress(text: string): string | undefined {
  const typed = asAddress(text.normalize('NFKC').toLowerCase().normalize('NFKC'))
  if (typed === undefined) return undefined
  const at = typed.lastIndexOf('@')
  return asAddress(`${typed.slice(0, at)}@${domainToUnicode(domainToASCII(typed.slice(at + 1)))}`)
}

/** Returns the address unchanged if it is valid. */
function asAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  const isWhole = at > 0 && bytes(address) <= 254 && bytes(local) <= 64
  const hasDomain = labels.length > 1 && labels.every((part) => label.test(part)) && topLabel.test(labels.at(-1) ?? '')
  return isWhole && hasDomain && localPart.test(local) ? address : undefined
}

/**
 * Returns the mailbox by which emails to an address are counted: without its dots and the part
 * after a plus, which many providers ignore. Two people who are taken for one only share a limit.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  return address.slice(0, at).replace(/\+.*$/s, '').replaceAll('.', '') + address.slice(at)
}

/** Returns an address with its domain in ASCII, as it is written into an email. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}
