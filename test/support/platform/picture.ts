import { crc32, deflateSync } from 'node:zlib'

/** Red, green and blue of one pixel. */
export type Colour = readonly [red: number, green: number, blue: number]

export function pngChunk(type: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + content.length)
  bytes.writeUInt32BE(content.length)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)) >>> 0, 8 + content.length)
  return bytes
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const eightBitRgb = [8, 2]
const oneBitGrey = [1, 0]

/** A PNG whose header says one size and whose pixels are whatever is given: hostile ones lie. */
export function rawPng(
  width: number,
  height: number,
  pixels: Uint8Array,
  depthAndColour: readonly number[] = eightBitRgb,
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set(depthAndColour, 8)
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(pixels)), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([pngSignature, ...chunks])
}

/**
 * A black PNG that is as large as it says, in a few bytes: honest, and a bomb all the same when it
 * is large.
 */
export const blackPng = (width: number, height: number) =>
  rawPng(width, height, Buffer.alloc(height * (1 + Math.ceil(width / 8))), oneBitGrey)

/**
 * A grey JPEG of any size, a quarter of a byte for each block of 8 × 8: it is read at a fraction of
 * its size, and fast.
 */
export function greyJpeg(width: number, height: number): Buffer<ArrayBuffer> {
  const segment = (marker: number, ...content: number[]) =>
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff, ...content])
  const lengths = [1, ...Array<number>(15).fill(0)]
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xdb, 0, ...Array<number>(64).fill(1)),
    segment(0xc0, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0),
    // One code in each table, a single 0: no difference to the block before, and no detail.
    segment(0xc4, 0, ...lengths, 0),
    segment(0xc4, 0x10, ...lengths, 0),
    segment(0xda, 1, 1, 0, 0, 63, 0),
    Buffer.alloc(Math.ceil(blocks / 4)),
    Buffer.from('ffd9', 'hex'),
  ])
}

/** A PNG with further chunks behind its head. */
export const withChunks = (picture: Buffer, ...chunks: readonly Buffer[]): Buffer<ArrayBuffer> =>
  Buffer.concat([picture.subarray(0, 33), ...chunks, picture.subarray(33)])

/** The profile of colours of a PNG, as it stands in one. */
export const profileChunk = (profile: Uint8Array): Buffer =>
  pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(profile)]))

/** A progressive JPEG whose last scan follows so many times again. */
export function withScans(jpeg: Buffer, times: number): Buffer<ArrayBuffer> {
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.of(0xff, 0xda)), -2)
  const short = scan.subarray(0, 30)
  return Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(times).fill(short), jpeg.subarray(-2)])
}

/** A PNG painted by a function of the place. */
export function png(width: number, height: number, paint: (x: number, y: number) => Colour): Buffer<ArrayBuffer> {
  const stride = 1 + width * 3
  const pixels = Buffer.alloc(height * stride)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.set(paint(x, y), y * stride + 1 + x * 3)
  }
  return rawPng(width, height, pixels)
}

/**
 * The same JPEG with an Exif segment: an orientation, and a place in words that must not get out.
 */
export function withExif(jpeg: Uint8Array, orientation: number, secret: string): Buffer<ArrayBuffer> {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 0, 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(secret)])
  const head = Buffer.from([0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}
