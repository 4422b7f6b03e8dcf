import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

// RFC 8410: the prefix of the 32 bytes of a private key in PKCS #8.
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicKeyBytes = 32

/** Returns the private key from 32 random bytes. */
export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' })

/** Returns the 32 bytes of the public half. */
export const publicBytesOf = (privateKey: KeyObject): Uint8Array =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-publicKeyBytes)
