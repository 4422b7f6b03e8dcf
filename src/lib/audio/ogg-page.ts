/** A page of an Ogg file: its bytes, and the stream it belongs to. */
export type OggPage = { bytes: Uint8Array; serial: number; isFirst: boolean }

const HEAD_BYTES = 27
/** The most bytes that a page takes. */
export const LARGEST_PAGE = HEAD_BYTES + 255 + 255 * 255
const FLAGS_AT = 5
const FIRST_PAGE = 2
const MARK = [0x4f, 0x67, 0x67, 0x53]

/** Returns the complete pages that begin before `until`, and where to look for the next one. */
export function pagesIn(bytes: Uint8Array, until: number): { pages: OggPage[]; end: number } {
  const pages: OggPage[] = []
  let at = markFrom(bytes, 0)
  while (at < until) {
    const page = pageAt(bytes, at)
    if (page) pages.push(page)
    at = markFrom(bytes, at + (page?.bytes.length ?? 1))
  }
  return { pages, end: Math.max(0, at) }
}

/** Returns where the next page begins, or might begin in the last bytes. */
export function markFrom(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0x4f, from); at >= 0; at = bytes.indexOf(0x4f, at + 1)) {
    if (MARK.every((byte, i) => at + i >= bytes.length || bytes[at + i] === byte)) return at
  }
  return bytes.length
}

/** Returns the page that begins at a mark; null where it is not here as a whole. */
export function pageAt(bytes: Uint8Array, at: number): OggPage | null {
  const dataAt = at + HEAD_BYTES + (bytes[at + HEAD_BYTES - 1] ?? 0)
  const end = bytes.subarray(at + HEAD_BYTES, dataAt).reduce((sum, length) => sum + length, dataAt)
  if (end > bytes.length) return null
  const serial = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(14, true)
  return { bytes: bytes.subarray(at, end), serial, isFirst: ((bytes[at + FLAGS_AT] ?? 0) & FIRST_PAGE) !== 0 }
}

/** The lengths of the pieces that its content consists of (RFC 3533, section 6). */
export const sizesOf = ({ bytes }: OggPage): Uint8Array =>
  bytes.subarray(HEAD_BYTES, HEAD_BYTES + (bytes[HEAD_BYTES - 1] ?? 0))

export const contentOf = (page: OggPage): Uint8Array => page.bytes.subarray(HEAD_BYTES + sizesOf(page).length)

export const flagsOf = ({ bytes }: OggPage): number => bytes[FLAGS_AT] ?? 0

const END_AT = 6

/** Returns the samples up to the end of a page; -1 when nothing ends in it. */
export const endOf = ({ bytes }: OggPage): bigint =>
  new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(END_AT, true)

const CHECKSUM_AT = 22
const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})

/** Returns whether a page's checksum is right: browsers skip a page with a wrong one. */
export function hasRightChecksum({ bytes }: OggPage): boolean {
  let sum = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = at >= CHECKSUM_AT && at < CHECKSUM_AT + 4 ? 0 : (bytes[at] ?? 0)
    sum = (sum << 8) ^ (CHECKSUMS[(sum >>> 24) ^ byte] ?? 0)
  }
  return sum >>> 0 === new DataView(bytes.buffer, bytes.byteOffset).getUint32(CHECKSUM_AT, true)
}
