import type { FileHandle } from 'node:fs/promises'

/** A part of a copy: bytes, a stretch of the master, or as many zeros. */
export type Piece = Uint8Array | { readonly from: number; readonly to: number } | { readonly zeros: number }

/** A master that is read at any place. */
export type Source = { readonly size: number; read(at: number, bytes: number): Promise<Buffer> }

/** Returns a file as a source; past its end it gives fewer bytes. */
export async function sourceOf(file: FileHandle): Promise<Source> {
  const { size } = await file.stat()
  return {
    size,
    async read(at, bytes) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, at)
      return buffer.subarray(0, bytesRead)
    },
  }
}

/** Returns how many bytes a piece has. */
export function lengthOf(piece: Piece): number {
  if (piece instanceof Uint8Array) return piece.length
  return 'zeros' in piece ? piece.zeros : piece.to - piece.from
}

/** More parts than this has only a file that was made to waste time. */
export const mostParts = 100_000
