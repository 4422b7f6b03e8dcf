import { inflateSync } from 'node:zlib'
import { pngChunks } from './png-chunks.ts'

const side = 32

/**
 * Returns the dominant colour of a picture as CSS hex: of a small palette, the entry that covers
 * most, with vivid colours weighted above grey ones. Reads the palette that Bun.Image itself
 * creates.
 */
export async function dominantColor(image: Bun.Image): Promise<string> {
  const png = await image.resize(side, side, { fit: 'fill' }).png({ palette: true, colors: 8 }).bytes()
  const chunks = [...pngChunks(png)]
  const palette = chunks.find((chunk) => chunk.type === 'PLTE')?.content ?? new Uint8Array()
  const pixels = inflateSync(Buffer.concat(chunks.filter((c) => c.type === 'IDAT').map((c) => c.content)))
  const counts = countIndexes(pixels, chunks[0]?.content[8] ?? 8)
  let best = { weight: -1, hex: '#808080' }
  for (const [index, count] of counts) {
    const [red = 0, green = 0, blue = 0] = palette.subarray(index * 3, index * 3 + 3)
    const vividness = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255
    const weight = count * (0.15 + vividness)
    if (weight > best.weight) best = { weight, hex: `#${Buffer.from([red, green, blue]).toString('hex')}` }
  }
  return best.hex
}

function countIndexes(pixels: Uint8Array, bitDepth: number): Map<number, number> {
  const counts = new Map<number, number>()
  const rowBytes = Math.ceil((side * bitDepth) / 8)
  let above = new Uint8Array(rowBytes)
  for (let row = 0; row < side; row += 1) {
    const start = row * (rowBytes + 1)
    const line = unfilter(pixels[start] ?? 0, pixels.subarray(start + 1, start + 1 + rowBytes), above)
    for (let x = 0; x < side; x += 1) {
      const bit = x * bitDepth
      const index = ((line[bit >> 3] ?? 0) >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1)
      counts.set(index, (counts.get(index) ?? 0) + 1)
    }
    above = line
  }
  return counts
}

/** PNG row filters (RFC 2083, section 6) for at most one byte per pixel. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array): Uint8Array<ArrayBuffer> {
  const line = new Uint8Array(row)
  for (let i = 0; i < line.length; i += 1) {
    const left = line[i - 1] ?? 0
    const up = above[i] ?? 0
    const corner = above[i - 1] ?? 0
    const add = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    line[i] = (line[i] ?? 0) + add
  }
  return line
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [dl, du, dc] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (dl <= du && dl <= dc) return left
  return du <= dc ? up : corner
}
