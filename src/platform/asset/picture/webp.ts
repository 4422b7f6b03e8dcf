/** One frame of a WebP: its bitstream, with the alpha chunk of a lossy one. */
export type WebpFrame = {
  x: number
  y: number
  width: number
  height: number
  durationMs: number
  flags: number
  alpha: Uint8Array | undefined
  bitstream: Chunk
}

export type Webp = {
  width: number
  height: number
  frames: WebpFrame[]
  /** Background and loop count of an animation; undefined for a still picture. */
  animation: Uint8Array | undefined
}

type Chunk = { name: string; content: Uint8Array }

const frameHeadBytes = 16
const animatedFlag = 0x02
const alphaFlag = 0x10

/** RFC 9649. Null when invalid, truncated or contradictory; bitstreams are not decoded. */
export function readWebp(file: Uint8Array): Webp | null {
  const chunks = riffChunks(file)
  const [first] = chunks ?? []
  if (!chunks || !first) return null
  if (first.name !== 'VP8X') return stillOf(chunks, sizeOf(first))
  if (first.content.length < 10) return null
  const canvas = { width: triple(first.content, 4) + 1, height: triple(first.content, 7) + 1 }
  const isAnimated = ((first.content[0] ?? 0) & animatedFlag) !== 0
  return isAnimated ? animationOf(chunks, canvas) : stillOf(chunks, canvas)
}

export const isRiff = (file: Uint8Array): boolean =>
  file.length >= 20 && nameAt(file, 0) === 'RIFF' && nameAt(file, 8) === 'WEBP'

/** Returns the parts of a WebP as they stand in it; null when it is truncated or none. */
export function riffChunks(file: Uint8Array): Chunk[] | null {
  if (!isRiff(file)) return null
  const end = new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(4, true) + 8
  return end > file.length ? null : chunksOf(file.subarray(12, end))
}

export function stillWebp({ width, height, alpha, bitstream }: WebpFrame): Buffer<ArrayBuffer> {
  if (!alpha) return writeRiff([bitstream])
  return writeRiff([canvasChunk({ width, height }, alphaFlag), { name: 'ALPH', content: alpha }, bitstream])
}

/** Returns a WebP of the parsed parts and nothing else. */
export function writeWebp({ animation, frames, ...canvas }: Webp): Buffer<ArrayBuffer> {
  const [first] = frames
  if (!animation) return first ? stillWebp(first) : writeRiff([])
  const hasAlpha = frames.some(({ alpha, bitstream }) => alpha !== undefined || bitstream.name === 'VP8L')
  return writeRiff([
    canvasChunk(canvas, animatedFlag | (hasAlpha ? alphaFlag : 0)),
    { name: 'ANIM', content: animation },
    ...frames.map((frame) => ({ name: 'ANMF', content: frameContent(frame) })),
  ])
}

const nameAt = (bytes: Uint8Array, at: number) => Buffer.from(bytes.subarray(at, at + 4)).toString('latin1')
const triple = (bytes: Uint8Array, at: number) =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)

function chunksOf(bytes: Uint8Array): Chunk[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true)
    if (at + 8 + length > bytes.length) return null
    chunks.push({ name: nameAt(bytes, at), content: bytes.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** Returns the size that a bitstream declares (RFC 6386, 9.1; RFC 9649, 3.4). */
function sizeOf({ name, content }: Chunk): { width: number; height: number } {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  if (name === 'VP8 ' && content.length >= 10) {
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
  }
  if (name !== 'VP8L' || content.length < 5) return { width: 0, height: 0 }
  const bits = view.getUint32(1, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const isBitstream = ({ name }: Chunk) => name === 'VP8 ' || name === 'VP8L'

function stillOf(chunks: readonly Chunk[], canvas: { width: number; height: number }): Webp | null {
  const frame = pictureOf(chunks)
  if (!frame || frame.width !== canvas.width || frame.height !== canvas.height) return null
  return { ...canvas, animation: undefined, frames: [{ x: 0, y: 0, durationMs: 0, flags: 0, ...frame }] }
}

function pictureOf(chunks: readonly Chunk[]) {
  const bitstream = chunks.find(isBitstream)
  const size = bitstream && sizeOf(bitstream)
  if (!size || size.width === 0 || size.height === 0) return null
  const alpha = bitstream.name === 'VP8 ' ? chunks.find(({ name }) => name === 'ALPH')?.content : undefined
  return { ...size, alpha, bitstream }
}

function animationOf(chunks: readonly Chunk[], canvas: { width: number; height: number }): Webp | null {
  const animation = chunks.find(({ name }) => name === 'ANIM')?.content.subarray(0, 6)
  const found = chunks.filter(({ name }) => name === 'ANMF').map(({ content }) => frameOf(content))
  const frames = found.filter((frame) => frame !== null)
  if (animation?.length !== 6 || frames.length === 0 || frames.length < found.length) return null
  const isInside = ({ x, y, width, height }: WebpFrame) => x + width <= canvas.width && y + height <= canvas.height
  return frames.every(isInside) ? { ...canvas, animation, frames } : null
}

function frameOf(content: Uint8Array): WebpFrame | null {
  const chunks = content.length < frameHeadBytes ? null : chunksOf(content.subarray(frameHeadBytes))
  const picture = chunks && pictureOf(chunks)
  if (!picture || picture.width !== triple(content, 6) + 1 || picture.height !== triple(content, 9) + 1) return null
  const [x, y] = [triple(content, 0) * 2, triple(content, 3) * 2]
  return { x, y, durationMs: triple(content, 12), flags: (content[15] ?? 0) & 0x03, ...picture }
}

function frameContent({ x, y, width, height, durationMs, flags, alpha, bitstream }: WebpFrame): Buffer {
  const head = Buffer.alloc(frameHeadBytes)
  for (const [index, value] of [x / 2, y / 2, width - 1, height - 1, durationMs].entries()) {
    head.writeUIntLE(value, index * 3, 3)
  }
  head[15] = flags
  return Buffer.concat([head, ...(alpha ? [chunkBytes({ name: 'ALPH', content: alpha })] : []), chunkBytes(bitstream)])
}

function canvasChunk({ width, height }: { width: number; height: number }, flags: number): Chunk {
  const content = Buffer.alloc(10)
  content[0] = flags
  content.writeUIntLE(width - 1, 4, 3)
  content.writeUIntLE(height - 1, 7, 3)
  return { name: 'VP8X', content }
}

function chunkBytes({ name, content }: Chunk): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

export function writeRiff(chunks: readonly Chunk[]): Buffer<ArrayBuffer> {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks.map(chunkBytes)])
  const head = Buffer.alloc(8)
  head.write('RIFF')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
