import type { FileHandle } from 'node:fs/promises'

/** A part of a copy: bytes, a range of the master, or zeros. */
export type Piece = Uint8Array | { readonly from: number; readonly to: number } | { readonly zeros: number }

export type Source = { readonly size: number; read(at: number, bytes: number): Promise<Buffer> }

const aheadBytes = 65_536

/** A file as a source, which reads ahead. Past its end it gives fewer bytes. */
export async function sourceOf(file: FileHandle): Promise<Source> {
  const { size } = await file.stat()
  let ahead = { from: 0, bytes: Buffer.alloc(0) }
  return {
    size,
    async read(at, bytes) {
      if (at < ahead.from || at + bytes > ahead.from + ahead.bytes.length) {
        const wanted = Math.max(bytes, aheadBytes)
        const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, at)
        ahead = { from: at, bytes: buffer.subarray(0, bytesRead) }
      }
      // Copied, because a head that is kept is changed.
      return Buffer.from(ahead.bytes.subarray(at - ahead.from, at - ahead.from + bytes))
    },
  }
}

/** Returns how many bytes a piece has. */
export function lengthOf(piece: Piece): number {
  if (piece instanceof Uint8Array) return piece.length
  return 'zeros' in piece ? piece.zeros : piece.to - piece.from
}

/** Only a file made to waste time has more parts than this. */
export const mostParts = 100_000
