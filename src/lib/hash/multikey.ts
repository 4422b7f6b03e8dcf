import { base58 } from '@scure/base'

// Multicodec: ed25519-pub.
const start = [0xed, 0x01] as const
const publicKeyBytes = 32

/** Returns bytes in base 58 with the prefix that says so (multibase). */
export const multibase = (bytes: Uint8Array): string => `z${base58.encode(bytes)}`

/** Returns the bytes of a text in multibase. Throws when it is in no base 58. */
export function ofMultibase(text: string): Uint8Array {
  if (!text.startsWith('z')) throw new RangeError('This is not in base 58.')
  return base58.decode(text.slice(1))
}

/** Returns the bytes of a public key as a Multikey: `z6Mk…`. */
export const toMultikey = (publicKey: Uint8Array): string => multibase(new Uint8Array([...start, ...publicKey]))

/** Returns the 32 bytes of a public key that toMultikey wrote. Throws for anything else. */
export function ofMultikey(multikey: string): Uint8Array {
  const bytes = ofMultibase(multikey)
  const isEd25519 = bytes.length === start.length + publicKeyBytes && start.every((byte, at) => bytes[at] === byte)
  if (!isEd25519) throw new RangeError('This is not an Ed25519 key.')
  return bytes.slice(start.length)
}
