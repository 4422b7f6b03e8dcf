import { fourAt, viewOf } from '../pcm/layout.ts'

const MOST_BOXES = 100_000
const LONG = 1
const TO_THE_END = 0

const needed = new Set(['mdat', 'moov', 'moof'])

/** Returns whether an MP4 file is cut off inside a box that its sound needs. */
export async function endsInsideBox(path: string): Promise<boolean> {
  const fileBytes = Bun.file(path).size
  for (let at = 0, seen = 0; at + 8 <= fileBytes && seen < MOST_BOXES; seen++) {
    const view = await viewOf(path, at, 16)
    const short = view.getUint32(0)
    if (short === TO_THE_END || (short === LONG && view.byteLength < 16)) return false
    const bytes = short === LONG ? Number(view.getBigUint64(8)) : short
    if (bytes < 8) return false
    if (at + bytes > fileBytes) return needed.has(fourAt(view, 4))
    at += bytes
  }
  return false
}
