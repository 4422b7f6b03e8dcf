const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
const topLabel = /[^\d]/

const bytes = (text: string): number => Buffer.byteLength(text)

/**
 * A mail address as we keep and compare it, NFC and lower case, or undefined when it is none. Stricter than the
 * standard: no quotes, comments, lists or control characters, so nothing in it can end a header or add a recipient.
 */
export function readAddress(text: string): string | undefined {
  const address = text.normalize('NFC').toLowerCase()
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const labels = address.slice(at + 1).split('.')
  const isWhole = at > 0 && bytes(address) <= 254 && bytes(local) <= 64
  const hasDomain = labels.length > 1 && labels.every((part) => label.test(part)) && topLabel.test(labels.at(-1) ?? '')
  return isWhole && hasDomain && localPart.test(local) ? address : undefined
}
