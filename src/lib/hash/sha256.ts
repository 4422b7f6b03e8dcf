import { sha256 as portable } from '@noble/hashes/sha2.js'

export type Sha256 = { update(piece: Uint8Array): unknown; digest(): Uint8Array }

/** Starts a SHA-256: the runtime's on a server, a library's in a browser, which may lack https. */
export const createSha256 = (): Sha256 =>
  typeof Bun === 'undefined' ? portable.create() : new Bun.CryptoHasher('sha256')

export function sha256(...pieces: readonly Uint8Array[]): Uint8Array {
  const hash = createSha256()
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}
