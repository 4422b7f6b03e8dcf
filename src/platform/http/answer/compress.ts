import { brotliCompressSync, constants } from 'node:zlib'
import type { Encoding } from '../../../lib/address/encodings.ts'

/** `once` takes a third of the time for 5 % more bytes. */
export type Effort = 'kept' | 'once'

const levels: Record<Effort, { zstd: number; br: number }> = { kept: { zstd: 6, br: 5 }, once: { zstd: 3, br: 4 } }

const compressors: Record<Encoding, (text: string, effort: Effort) => Uint8Array<ArrayBuffer>> = {
  zstd: (text, effort) => new Uint8Array(Bun.zstdCompressSync(text, { level: levels[effort].zstd })),
  br: (text, effort) =>
    new Uint8Array(brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: levels[effort].br } })),
  gzip: (text) => Bun.gzipSync(text),
}

export const compressText = (text: string, encoding: Encoding, effort: Effort): Uint8Array<ArrayBuffer> =>
  compressors[encoding](text, effort)

const refused = /;\s*q=0(\.0*)?$/

/** Returns the first of `offered` that an Accept-Encoding names and does not refuse. */
export function acceptedOf(header: string | null, offered: readonly Encoding[]): Encoding | null {
  if (header === null) return null
  const accepted = header
    .split(',')
    .map((each) => each.trim())
    .filter((each) => !refused.test(each))
    .map((each) => each.split(';')[0])
  return offered.find((encoding) => accepted.includes(encoding)) ?? null
}

/** Returns the first of `offered` that the client accepts. */
export const acceptedEncoding = ({ headers }: Request, offered: readonly Encoding[]): Encoding | null =>
  acceptedOf(headers.get('accept-encoding'), offered)
