import { open } from 'node:fs/promises'
import { mp3FrameAt } from '../../../../lib/audio/mpeg-header.ts'

const stepBytes = 1 << 20
const headerBytes = 4
const tags = /^(?:TAG|APE|ID3|LYR|3DI)/

/**
 * Returns whether an MP3 ends with a whole frame, perhaps with tags behind it. One that was cut off
 * ends inside a frame; one whose frames are all there was shortened by a program that left the
 * count in its header.
 */
export async function endsWithFrame(path: string, audioStart: number): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    let from = audioStart
    let step = Buffer.alloc(0)
    for (let at = audioStart; at < size; ) {
      if (at + headerBytes > from + step.length) {
        const read = await file.read(Buffer.alloc(Math.min(stepBytes, size - at)), 0, null, at)
        step = read.buffer.subarray(0, read.bytesRead)
        from = at
      }
      const frame = mp3FrameAt(step, at - from)
      if (frame === null) return at > audioStart && tags.test(step.toString('latin1', at - from, at - from + 3))
      at += frame.bytes
      if (at > size) return false
    }
    return true
  } finally {
    await file.close()
  }
}
