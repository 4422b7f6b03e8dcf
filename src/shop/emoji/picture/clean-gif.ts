import { lzwLength } from './lzw-length.ts'

export type CleanGif = { width: number; height: number; frames: number; bytes: Buffer<ArrayBuffer> }

const extension = 0x21
const image = 0x2c
const trailer = 0x3b
const control = 0xf9
const application = 0xff

/**
 * Rewrites a GIF with only what is visible: comments, plain text, application extensions and bytes
 * after the trailer are dropped, compressed frames are kept. Returns null for a truncated file or a
 * frame that contradicts its header.
 */
export function cleanGif(file: Uint8Array): CleanGif | null {
  const bytes = Buffer.from(file)
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.length < 14) return null
  const [width, height] = [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  const marks = bytes[10] ?? 0
  const start = 13 + tableBytes(marks)
  const head = Buffer.from(bytes.subarray(0, start))
  head.write('GIF89a', 'latin1')
  head[12] = 0
  const found = walk(bytes, start, { width, height, hasTable: (marks & 0x80) !== 0 })
  if (!found || head.length < start) return null
  const all = [head, ...(found.loops === null ? [] : [loopBlock(found.loops)]), ...found.frames, Buffer.of(trailer)]
  return { width, height, frames: found.frames.length, bytes: Buffer.concat(all) }
}

type Screen = { width: number; height: number; hasTable: boolean }

function walk(bytes: Buffer, start: number, screen: Screen) {
  const frames: Buffer[] = []
  let loops: number | null = null
  let shown: Buffer | null = null
  for (let at = start; at < bytes.length; ) {
    const kind = bytes[at]
    if (kind === trailer) return frames.length > 0 ? { frames, loops } : null
    if (kind === image) {
      const frame = frameAt(bytes, at, screen)
      if (!frame) return null
      frames.push(Buffer.concat([...(shown ? [shown] : []), frame.block]))
      shown = null
      at = frame.end
      continue
    }
    const parts = kind === extension ? partsAt(bytes, at + 2) : null
    if (!parts) return null
    const label = bytes[at + 1]
    if (label === control) shown = controlBlock(parts.content)
    if (label === application) loops = loopsOf(parts.content) ?? loops
    at = parts.end
  }
  return null
}

const tableBytes = (marks: number) => (marks & 0x80 ? 3 << ((marks & 0x07) + 1) : 0)

/** Returns the content and end of a chain of sub-blocks (≤ 255 bytes each); null without an end. */
function partsAt(bytes: Buffer, start: number): { content: Buffer; end: number } | null {
  const parts: Buffer[] = []
  for (let at = start; at < bytes.length; ) {
    const length = bytes[at] ?? 0
    if (length === 0) return { content: Buffer.concat(parts), end: at + 1 }
    if (at + 1 + length > bytes.length) return null
    parts.push(bytes.subarray(at + 1, at + 1 + length))
    at += 1 + length
  }
  return null
}

function inParts(content: Uint8Array): Buffer {
  const parts: Uint8Array[] = []
  for (let at = 0; at < content.length; at += 255) {
    const part = content.subarray(at, at + 255)
    parts.push(Uint8Array.of(part.length), part)
  }
  return Buffer.concat([...parts, Uint8Array.of(0)])
}

function frameAt(bytes: Buffer, at: number, screen: Screen): { block: Buffer; end: number } | null {
  if (at + 11 > bytes.length) return null
  const [left, top, width, height] = [1, 3, 5, 7].map((place) => bytes.readUInt16LE(at + place))
  const marks = bytes[at + 9] ?? 0
  const data = at + 10 + tableBytes(marks)
  const leastBits = bytes[data] ?? 0
  const parts = partsAt(bytes, data + 1)
  if (!parts || !width || !height || leastBits < 2 || leastBits > 8) return null
  if ((left ?? 0) + width > screen.width || (top ?? 0) + height > screen.height) return null
  if (!screen.hasTable && tableBytes(marks) === 0) return null
  const length = lzwLength(parts.content, leastBits, width * height)
  if (length === null) return null
  return {
    block: Buffer.concat([bytes.subarray(at, data + 1), inParts(parts.content.subarray(0, length))]),
    end: parts.end,
  }
}

/** Returns a frame's graphic control extension, without the flag to wait for user input. */
function controlBlock(content: Buffer): Buffer | null {
  if (content.length !== 4) return null
  const kept = Buffer.from(content)
  kept[0] = (content[0] ?? 0) & 0x1d
  return Buffer.concat([Buffer.of(extension, control), inParts(kept)])
}

const loopName = 'NETSCAPE2.0'

/** Returns the loop count, from the NETSCAPE2.0 extension, which every browser reads. */
const loopsOf = (content: Buffer): number | null =>
  content.toString('latin1', 0, 11) === loopName && content[11] === 1 && content.length >= 14
    ? content.readUInt16LE(12)
    : null

function loopBlock(loops: number): Buffer {
  const count = Buffer.of(1, loops & 0xff, loops >> 8)
  const name = Buffer.from(loopName, 'latin1')
  return Buffer.concat([Buffer.of(extension, application, name.length), name, inParts(count)])
}
