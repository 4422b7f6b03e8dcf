import { openFlacEncoder } from '../casset/audio/ingest/decode/libflac.ts'

export type Pcm16 = { readonly rate: number; readonly left: Int16Array; readonly right: Int16Array }

const step = 1 << 16
const markAndInfoBytes = 42
const lastComments = 0x84

/** Returns stereo sound as a FLAC file with the given comments (TITLE, ARTIST, …). */
export async function encodeFlac(pcm: Pcm16, comments: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  const frames = pcm.left.length
  const encoder = await openFlacEncoder({ channels: 2, sampleRate: pcm.rate, bits: 16, frames }, (bytes) => {
    pieces.push(Buffer.from(bytes))
  })
  // Behind the description of the stream, libFLAC has comments without any.
  const info = Buffer.concat(pieces.splice(0)).subarray(0, markAndInfoBytes)
  for (let from = 0; from < frames; from += step) encoder.write(interleave(pcm, from, Math.min(frames, from + step)))
  for (const { at, bytes } of encoder.finish()) info.set(bytes, at)
  return Buffer.concat([info, commentBlock(comments), ...pieces])
}

function interleave({ left, right }: Pcm16, from: number, to: number): Int32Array<ArrayBuffer> {
  const samples = new Int32Array((to - from) * 2)
  for (let at = from, index = 0; at < to; at++) {
    samples[index++] = left[at] ?? 0
    samples[index++] = right[at] ?? 0
  }
  return samples
}

function commentBlock(comments: Readonly<Record<string, string>>): Buffer {
  const sized = (text: string) => {
    const bytes = Buffer.from(text)
    return Buffer.concat([count(bytes.length), bytes])
  }
  const entries = Object.entries(comments).map(([name, value]) => sized(`${name}=${value}`))
  const body = Buffer.concat([sized('Tapedeck demo'), count(entries.length), ...entries])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  head[0] = lastComments
  return Buffer.concat([head, body])
}

function count(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
