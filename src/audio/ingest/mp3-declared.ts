import { type Mp3Frame, mp3FrameAt } from '../../lib/audio/mpeg-header.ts'
import { hasText } from '../../lib/audio/sniff.ts'

const SEARCHED_BYTES = 65_536
const XING_FRAMES = 1

/**
 * Returns the seconds that an MP3 states about itself, by the count of frames in its first one (Xing, Info or VBRI); null
 * when it states none. A length worked out from the file's size and the first bit rate is a guess, and no promise.
 */
export async function readMp3Declared(path: string, audioStart: number): Promise<number | null> {
  const head = await Bun.file(path)
    .slice(audioStart, audioStart + SEARCHED_BYTES)
    .bytes()
  for (let at = 0; at < head.length; at++) {
    const frame = mp3FrameAt(head, at)
    if (frame === null || mp3FrameAt(head, at + frame.bytes) === null) continue
    const frames = statedFrames(head.subarray(at, at + frame.bytes), frame)
    return frames === null ? null : (frames * frame.samples) / frame.sampleRate
  }
  return null
}

function statedFrames(bytes: Uint8Array, { sideInfoBytes }: Mp3Frame): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const xingAt = 4 + sideInfoBytes
  if (hasText(bytes, 'Xing', xingAt) || hasText(bytes, 'Info', xingAt)) {
    if (xingAt + 12 > bytes.length || (view.getUint32(xingAt + 4) & XING_FRAMES) === 0) return null
    return view.getUint32(xingAt + 8)
  }
  // Fraunhofer's, which always begins 32 bytes after the header.
  return hasText(bytes, 'VBRI', 36) && bytes.length >= 54 ? view.getUint32(50) : null
}
