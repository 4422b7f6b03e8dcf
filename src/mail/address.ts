import { domainToASCII, domainToUnicode } from 'node:url'

const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
const topLabel = /[^\d]/

const bytes = (text: string): number => Buffer.byteLength(text)

/**
 * A mail address as we keep and compare it, or undefined when it is none: lower case, NFKC, and the domain as its ASCII
 * form reads, so that one mailbox is one account (contract 3). Stricter than the standard: no quotes, comments, lists or
 * control characters, so nothing in it can end a header or add a recipient.
 */
export function readAddress(text: string): string | undefined {
  const [local, ascii] = inAscii(text)
  return ascii === '' ? undefined : asAddress(`${local}@${domainToUnicode(ascii)}`)
}

/**
 * Every form under which an address may stand in the database, that of today first. Before, compatibility characters and
 * domains in ASCII were kept as they were typed.
 */
export function addressForms(text: string): readonly string[] {
  const today = readAddress(text)
  const forms = today === undefined ? [] : [today, inAscii(text).join('@'), keptBefore(text)]
  return [...new Set(forms)].filter((form) => form !== undefined)
}

/** The part before the sign, and the domain in its ASCII form; empty when there is none. */
function inAscii(text: string): [string, string] {
  const plain = keptBefore(text)?.normalize('NFKC').toLowerCase().normalize('NFKC') ?? ''
  const at = plain.lastIndexOf('@')
  return [plain.slice(0, Math.max(0, at)), domainToASCII(plain.slice(at + 1))]
}

const keptBefore = (text: string): string | undefined => asAddress(text.normalize('NFC').toLowerCase())

function asAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  const isWhole = at > 0 && bytes(address) <= 254 && bytes(local) <= 64
  const hasDomain = labels.length > 1 && labels.every((part) => label.test(part)) && topLabel.test(labels.at(-1) ?? '')
  return isWhole && hasDomain && localPart.test(local) ? address : undefined
}
