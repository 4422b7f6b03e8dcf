import { fourAt, viewOf } from '../pcm/layout.ts'

/** Larger tags take more memory than a child may have: each picture is copied several times. */
const mostBytes = 32_000_000
const mostParts = 100_000

/** Thrown for a file whose tags are larger than any that are read. */
export class TagsTooLarge extends Error {}

/** Throws TagsTooLarge by what FLAC, Ogg and MP4 say in front of their tags. */
export async function refuseLargeTags(path: string): Promise<void> {
  if (Bun.file(path).size <= mostBytes) return
  const head = await viewOf(path, 0, 8)
  const isLarge =
    fourAt(head, 0) === 'fLaC'
      ? await areBlocksLarge(path)
      : fourAt(head, 0) === 'OggS'
        ? await isCommentLarge(path)
        : fourAt(head, 4) === 'ftyp' && (await isIndexLarge(path))
  if (isLarge) throw new TagsTooLarge('The tags of this file are too large.')
}

async function areBlocksLarge(path: string): Promise<boolean> {
  for (let at = 4; at <= mostBytes; ) {
    const head = await viewOf(path, at, 4)
    if (head.byteLength < 4) return false
    at += 4 + (head.getUint32(0) & 0xffffff)
    if (head.getUint8(0) >= 0x80) return at > mostBytes
  }
  return true
}

/** The tags are the second packet; one ends with a piece of less than 255 bytes. */
async function isCommentLarge(path: string): Promise<boolean> {
  let packets = 0
  for (let at = 0, seen = 0; seen < mostParts; seen++) {
    if (at > mostBytes) return true
    const head = await viewOf(path, at, 27)
    if (head.byteLength < 27 || fourAt(head, 0) !== 'OggS') return false
    const pieces = await viewOf(path, at + 27, head.getUint8(26))
    at += 27 + pieces.byteLength
    for (let i = 0; i < pieces.byteLength; i++) {
      at += pieces.getUint8(i)
      if (pieces.getUint8(i) < 255) packets += 1
      if (packets === 2) return at > mostBytes
    }
  }
  return true
}

/** The index of a day of sound is half as large. */
async function isIndexLarge(path: string): Promise<boolean> {
  for (let at = 0, seen = 0; seen < mostParts; seen++) {
    const head = await viewOf(path, at, 16)
    if (head.byteLength < 8) return false
    const short = head.getUint32(0)
    const bytes = short === 1 && head.byteLength === 16 ? Number(head.getBigUint64(8)) : short
    if (fourAt(head, 4) === 'moov') return bytes > mostBytes
    if (bytes < 8) return false
    at += bytes
  }
  return true
}
