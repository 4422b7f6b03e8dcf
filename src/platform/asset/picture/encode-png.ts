import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const COLOUR_TYPES = { 3: 2, 4: 6 } as const
const SUB = 1

function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(name), 4)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}

type Size = { width: number; height: number }

/** Each row as the differences of its pixels, which deflate likes better. */
function filterRows(pixels: Uint8Array, { width, height }: Size, parts: number): Uint8Array {
  const rows = new Uint8Array(height * (width * parts + 1))
  for (let y = 0; y < height; y++) {
    let at = y * (width * parts + 1)
    rows[at++] = SUB
    for (let x = 0; x < width; x++) {
      const pixel = (y * width + x) * parts
      for (let part = 0; part < parts; part++) {
        const before = x === 0 ? 0 : (pixels[pixel - parts + part] ?? 0)
        rows[at++] = (pixels[pixel + part] ?? 0) - before
      }
    }
  }
  return rows
}

/** Encodes a picture as PNG: three bytes a pixel, or four with its opacity. */
export function encodePng(pixels: Uint8Array, size: Size, parts: 3 | 4 = 3): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, size.width)
  header.setUint32(4, size.height)
  header.setUint8(8, 8)
  header.setUint8(9, COLOUR_TYPES[parts])
  const pieces = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(filterRows(pixels, size, parts), { level: 4 })),
    chunk('IEND', new Uint8Array()),
  ]
  const file = new Uint8Array(pieces.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of pieces) {
    file.set(part, at)
    at += part.length
  }
  return file
}
