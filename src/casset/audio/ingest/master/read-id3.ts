import { type FileHandle, open } from 'node:fs/promises'
import { id3Length } from '../../../../lib/audio/mpeg-header.ts'

// A cover of 25 MB can be taken over; nothing else in a tag is as large.
const mostTagBytes = 32_000_000
const mostChunks = 10_000
const headBytes = 12

/** Returns the ID3 tag of an MP3, WAV or AIFF file: empty without one, null if too large. */
export async function readId3(path: string): Promise<Uint8Array | null> {
  const file = await open(path, 'r')
  try {
    const { at, bytes } = await placeOfId3(file)
    if (bytes > mostTagBytes) return null
    const tag = await readAt(file, at, bytes)
    return id3Length(tag, 0) === 0 ? Buffer.alloc(0) : tag
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, at: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
  return buffer.subarray(0, bytesRead)
}

async function placeOfId3(file: FileHandle): Promise<{ at: number; bytes: number }> {
  const front = id3Length(await readAt(file, 0, 12), 0)
  const mark = (await readAt(file, front, 4)).toString('latin1')
  if (mark !== 'RIFF' && mark !== 'FORM') return { at: 0, bytes: front }
  let at = front + headBytes
  for (let seen = 0; seen < mostChunks; seen++) {
    const chunk = await readAt(file, at, 8)
    if (chunk.length < 8) break
    const bytes = mark === 'RIFF' ? chunk.readUInt32LE(4) : chunk.readUInt32BE(4)
    if (/^id3 $/i.test(chunk.toString('latin1', 0, 4))) return { at: at + 8, bytes }
    at += 8 + bytes + (bytes % 2)
  }
  return { at: 0, bytes: front }
}
