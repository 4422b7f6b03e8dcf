import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { base58 } from '@scure/base'

// RFC 8410: what comes before the 32 bytes of a private key in PKCS #8.
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicKeyBytes = 32
// Multicodec: ed25519-pub.
const multikeyStart = Buffer.from([0xed, 0x01])

/** Returns the key of 32 random bytes. */
export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' })

/** Returns the 32 bytes of the public half. */
export const publicBytesOf = (privateKey: KeyObject): Uint8Array =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-publicKeyBytes)

/** Returns bytes in base 58 with the prefix that says so (multibase). */
export const multibase = (bytes: Uint8Array): string => `z${base58.encode(bytes)}`

/** Returns the bytes of a public key as a Multikey: `z6Mk…`. */
export const toMultikey = (publicKey: Uint8Array): string => multibase(Buffer.concat([multikeyStart, publicKey]))

/** Returns the 32 bytes of a public key that toMultikey wrote. */
export const ofMultikey = (multikey: string): Uint8Array => base58.decode(multikey.slice(1)).slice(multikeyStart.length)
