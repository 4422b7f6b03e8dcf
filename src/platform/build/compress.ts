import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Encoding, encodings } from '../../lib/encodings.ts'

const packers: Record<Encoding, (bytes: Uint8Array) => Uint8Array> = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  zstd: (bytes) => Bun.zstdCompressSync(bytes, { level: 19 }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
}

/** Writes a compressed copy of a file for each encoding that makes it smaller; returns their sizes. */
export async function writeCompressed(path: string, bytes: Uint8Array): Promise<Partial<Record<Encoding, number>>> {
  const sizes: Partial<Record<Encoding, number>> = {}
  if (bytes.length < 400 || /\.(woff2|png)$/.test(path)) return sizes
  for (const encoding of ['br', 'zstd', 'gzip'] as const) {
    const packed = packers[encoding](bytes)
    if (packed.length >= bytes.length) continue
    sizes[encoding] = packed.length
    await Bun.write(path + encodings[encoding], packed)
  }
  return sizes
}
