import { hasText } from '../../../../lib/audio/has-text.ts'
import { type Mp3Frame, mp3FrameAt } from '../../../../lib/audio/mpeg-header.ts'
import { readXing } from '../../../../lib/audio/xing.ts'

const SEARCHED_BYTES = 65_536

/** The facts about a whole MP3 in its first frame; null where one is missing. */
export type Mp3Stated = { seconds: number | null; bytes: number | null }

const NOTHING: Mp3Stated = { seconds: null, bytes: null }

/**
 * Returns the length that an MP3 states about itself, by the counts in its first frame (Xing, Info
 * or VBRI). A length computed from the file's size and the first bit rate is only a guess.
 */
export async function readMp3Stated(path: string, audioStart: number): Promise<Mp3Stated> {
  const head = await Bun.file(path)
    .slice(audioStart, audioStart + SEARCHED_BYTES)
    .bytes()
  for (let at = 0; at < head.length; at++) {
    const frame = mp3FrameAt(head, at)
    if (frame === null || mp3FrameAt(head, at + frame.bytes) === null) continue
    const { frames, bytes } = statedCounts(head.subarray(at, at + frame.bytes), frame)
    return { seconds: frames === null ? null : (frames * frame.samples) / frame.sampleRate, bytes }
  }
  return NOTHING
}

type Counts = { frames: number | null; bytes: number | null }

function statedCounts(bytes: Uint8Array, { sideInfoBytes }: Mp3Frame): Counts {
  const xing = readXing(bytes, 4 + sideInfoBytes)
  if (xing) return xing
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Fraunhofer's header, which always begins 32 bytes after the frame header.
  const isVbri = hasText(bytes, 'VBRI', 36) && bytes.length >= 54
  return isVbri ? { frames: view.getUint32(50), bytes: view.getUint32(46) } : { frames: null, bytes: null }
}
