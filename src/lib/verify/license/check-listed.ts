import { base64urlnopad } from '@scure/base'
import { readUrl } from '../../address/read-url.ts'
import { say } from '../../language/say.ts'
import { Altered, Unreadable } from '../check.ts'
import { underWayMs } from '../check-history.ts'
import { checkProof, hostOf, type SiteKeys } from '../check-signature.ts'
import { type Fields, listOf, objectOf, textOf, timeOf } from '../fields.ts'
import { readJson } from '../strict-json.ts'

/** The place of a license in a status list (W3C Bitstring Status List 1.0). */
type Entry = { readonly path: string; readonly purpose: string; readonly index: number }

/** Returns the place that a credential names; undefined where it names none. */
export function entryOf({ credentialStatus }: Fields): Entry | undefined {
  const all = Array.isArray(credentialStatus) ? listOf(credentialStatus, 'The status') : [credentialStatus ?? null]
  const entry = all.map((each) => objectOf(each, 'The status')).find(({ type }) => type === 'BitstringStatusListEntry')
  if (!entry) return undefined
  const url = readUrl(textOf(entry.statusListCredential, 'The status list'))
  const index = textOf(entry.statusListIndex, 'The place in the status list')
  if (!url || !/^\d{1,9}$/.test(index)) throw new Altered('The place in the status list is none.')
  return { path: url.pathname, purpose: textOf(entry.statusPurpose, 'The purpose of the status'), index: Number(index) }
}

/** A license as the history has it. */
type Known = { readonly hasEnded: boolean; readonly changedAtMs: number; readonly asOfMs: number }

/**
 * Checks that a status list, which other programs read, is signed by the site and says what the
 * history says. Returns the finding; throws Altered, and Unreadable while the history is younger.
 */
export async function checkListed(text: string, { path, purpose, index }: Entry, keys: SiteKeys, known: Known) {
  const { proof, ...list } = objectOf(readJson(text, 'The status list'), 'The status list')
  await checkProof(list, objectOf(proof, 'The signature of the status list'), keys, 'status list')
  const subject = objectOf(list.credentialSubject, 'What the status list says')
  const isList = listOf(list.type, 'The kind of the status list').includes('BitstringStatusListCredential')
  const isOf = readUrl(textOf(list.id, 'The address of the status list'))?.pathname === path
  if (!isList || !isOf || subject.type !== 'BitstringStatusList' || subject.statusPurpose !== purpose)
    throw new Altered('The status list is another than the one that the license names.')
  if (timeOf(list.validUntil, 'The end of the status list') <= known.asOfMs)
    throw new Altered('The status list is an old one: it is over.')
  const bits = await unpack(textOf(subject.encodedList, 'The entries of the status list'))
  const byte = bits[index >> 3]
  if (byte === undefined) throw new Altered('The status list does not have the place that the license names.')
  const isSet = (byte & (0x80 >> (index & 7))) !== 0
  if (isSet === known.hasEnded) {
    return isSet
      ? say('The status list of {host} says so too, in entry {index}.', { host: hostOf(keys.id), index })
      : say('The status list of {host} says the same: entry {index} is not set.', { host: hostOf(keys.id), index })
  }
  if (known.changedAtMs > known.asOfMs - underWayMs)
    throw new Unreadable(say('The license was changed just now. Try again in some minutes.'))
  throw new Altered(
    isSet
      ? 'The status list says that the license has ended, and the history does not.'
      : 'The history says that the license has ended, and the status list does not.',
  )
}

const leastBytes = 16_384
const mostBytes = 2_000_000

/** Returns the entries of a list, which no answer can make longer than this reads. */
async function unpack(encoded: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    const packed = new Blob([new Uint8Array(base64urlnopad.decode(encoded.slice(1)))])
    const reader = packed.stream().pipeThrough(new DecompressionStream('gzip')).getReader()
    for (let piece = await reader.read(); !piece.done && length <= mostBytes; piece = await reader.read()) {
      parts.push(piece.value)
      length += piece.value.length
    }
    await reader.cancel()
  } catch {
    length = 0
  }
  if (!encoded.startsWith('u') || length < leastBytes || length > mostBytes)
    throw new Altered('The entries of the status list cannot be read, or are fewer than a list has.')
  const bits = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bits.set(part, at)
    at += part.length
  }
  return bits
}
