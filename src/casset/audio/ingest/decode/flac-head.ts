import { bytesOf } from '../master/aac.ts'
import type { Master } from '../master/open-master.ts'
import { viewOf } from '../pcm/layout.ts'

const MOST_BLOCKS = 1_000
const STREAMINFO = 0
const PICTURE = 6
const NO_BLOCK = 127
const STREAMINFO_BYTES = 34
const INFO_IN_DESCRIPTION = 8
const TOTAL_AT = 13
const MD5_AT = 18
const SMALLEST_BLOCK = 16
const DEEPEST_RENDERED = 24

export type FlacHead = {
  audioAt: number
  /** Whether browsers refuse the file because of it, or cannot tell its length. */
  isOdd: boolean
}

/** Reads the blocks in front of the sound, in any order. */
export async function readFlacHead({ path, audioStart, config }: Master): Promise<FlacHead> {
  const info = streamInfo(config)
  const leastBlock = ((info[0] ?? 0) << 8) | (info[1] ?? 0)
  const total = [(info[TOTAL_AT] ?? 0) & 15, ...info.subarray(TOTAL_AT + 1, MD5_AT)]
  let isOdd = leastBlock < SMALLEST_BLOCK || total.every((byte) => byte === 0)
  let at = audioStart + 4
  for (let seen = 0; seen < MOST_BLOCKS; seen++) {
    const head = await viewOf(path, at, 4)
    if (head.byteLength < 4) break
    const kind = head.getUint8(0) & 0x7f
    const bytes = head.getUint32(0) & 0xffffff
    const isWrong = kind === STREAMINFO && bytes !== STREAMINFO_BYTES
    if (isWrong || kind === NO_BLOCK || (seen === 0) !== (kind === STREAMINFO)) isOdd = true
    if (kind === PICTURE && !(await isPicture(path, at + 4, bytes))) isOdd = true
    at += 4 + bytes
    if (head.getUint8(0) >= 0x80) break
  }
  return { audioAt: at, isOdd: isOdd && bitsOf(info) <= DEEPEST_RENDERED }
}

const LONGEST_TYPE = 63

/** Returns whether the lengths inside a picture fit its block. */
async function isPicture(path: string, at: number, bytes: number): Promise<boolean> {
  const head = await viewOf(path, at, 8)
  if (head.byteLength < 8) return false
  const typeBytes = head.getUint32(4)
  if (typeBytes === 0 || typeBytes > LONGEST_TYPE) return false
  const words = await viewOf(path, at + 8 + typeBytes, 4)
  if (words.byteLength < 4) return false
  const sizeAt = 8 + typeBytes + 4 + words.getUint32(0) + 16
  if (sizeAt + 4 > bytes) return false
  const size = await viewOf(path, at + sizeAt, 4)
  return size.byteLength === 4 && sizeAt + 4 + size.getUint32(0) <= bytes
}

export const streamInfo = ({ description }: AudioDecoderConfig): Uint8Array =>
  description ? bytesOf(description).subarray(INFO_IN_DESCRIPTION) : new Uint8Array()

export const bitsOf = (info: Uint8Array) => ((((info[12] ?? 0) & 1) << 4) | ((info[TOTAL_AT] ?? 0) >> 4)) + 1

/** Returns a header for a decoder that states no length and has no tags. */
export function openHead({ description }: AudioDecoderConfig): Uint8Array<ArrayBuffer> {
  const head = Uint8Array.from(description ? bytesOf(description) : [])
  const totalAt = INFO_IN_DESCRIPTION + TOTAL_AT
  head[totalAt] = (head[totalAt] ?? 0) & 0xf0
  head.fill(0, totalAt + 1)
  return head
}
