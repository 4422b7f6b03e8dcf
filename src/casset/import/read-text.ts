import { largestCueBytes, type ReadCue, readCue } from '../../lib/album/cue/read-cue.ts'
import { decodeText } from '../../lib/encoding/decode-text.ts'
import { openFound } from './find-files.ts'

export async function readText(path: string): Promise<string> {
  const file = await openFound(path)
  try {
    return decodeText(await file.readFile())
  } finally {
    await file.close()
  }
}

/** Reads a cue sheet, no more of it than the longest one has. */
export async function readCueFile(path: string): Promise<ReadCue> {
  const file = await openFound(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(largestCueBytes + 1), 0, largestCueBytes + 1, 0)
    return readCue(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
