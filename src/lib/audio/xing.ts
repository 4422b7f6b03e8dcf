import { hasText } from './has-text.ts'

const hasFrames = 1
const hasBytes = 2
const hasTable = 4
const hasQuality = 8
/** The hundredths of the time in the table. */
export const tableBytes = 100
const leastBytes = 16

/**
 * The header (Xing, Info) that LAME and others write into a first frame without music. `table`:
 * where each hundredth of the time begins, in 256ths of the bytes; `delay`, `padding`: samples that
 * the encoder added, 0 where it does not say.
 */
type Xing = {
  frames: number | null
  bytes: number | null
  table: Uint8Array | null
  delay: number
  padding: number
}

/** Reads them from a frame, behind its header and side information; null where there are none. */
export function readXing(frame: Uint8Array, at: number): Xing | null {
  if (!hasText(frame, 'Xing', at) && !hasText(frame, 'Info', at)) return null
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  const flags = at + leastBytes > frame.length ? 0 : view.getUint32(at + 4)
  let next = at + 8
  const count = () => {
    next += 4
    return view.getUint32(next - 4)
  }
  const frames = flags & hasFrames ? count() : null
  const bytes = flags & hasBytes ? count() : null
  const table = flags & hasTable ? frame.slice(next, next + tableBytes) : null
  if (table) next += tableBytes
  if (flags & hasQuality) next += 4
  const isNamed = frame.length >= next + 24 && frame[next] !== 0
  const [a = 0, b = 0, c = 0] = isNamed ? frame.subarray(next + 21) : []
  return { frames, bytes, table, delay: (a << 4) | (b >> 4), padding: ((b & 15) << 8) | c }
}
