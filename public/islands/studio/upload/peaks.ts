import { type DecodedSound, decodeSound, mostDecodedBytes } from '../track/decode-sound.ts'

const has = (head: Uint8Array, text: string, at: number) =>
  [...text].every((letter, index) => head[at + index] === letter.charCodeAt(0))

/**
 * Returns whether a file is AAC, in MP4 or bare: the one format that the server cannot decode.
 * Judged by content, never by name.
 */
async function isAac(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const isAdts = head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0
  return has(head, 'ftyp', 4) || isAdts
}

/**
 * Returns the waveform of a file that only browsers can decode, for the server to store; null for
 * all others, or if this browser cannot.
 */
export async function readPeaks(file: File): Promise<DecodedSound['peaks'] | null> {
  if (file.size > mostDecodedBytes || !(await isAac(file))) return null
  return (await decodeSound(await file.arrayBuffer()))?.peaks ?? null
}
