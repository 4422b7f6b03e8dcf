import { createHash, createPublicKey, verify } from 'node:crypto'

/**
 * Signatures of minisign (https://jedisct1.github.io/minisign/), so that people can check a
 * download with a tool that is not ours: Ed25519 over the BLAKE2b hash of a file, and over a
 * comment that thereby can be trusted.
 */

const keyAlgorithm = 'Ed'
const hashedAlgorithm = 'ED'

/** A public key, the eight bytes in hexadecimal that name it, and its line in minisign. */
export type PublicKey = { id: string; bytes: Buffer; line: string }

/** A file was not signed by the key that was expected, or is not what was signed. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

/** Returns how minisign writes the name of a key: its bytes as a number. */
const idOf = (bytes: Uint8Array): string => Buffer.from(bytes.toReversed()).toString('hex').toUpperCase()

/** Returns the bytes of one line in base64, which have to be so many. */
function decoded(line: string | undefined, length: number, what: string): Buffer {
  const bytes = Buffer.from(line ?? '', 'base64')
  if (bytes.length !== length) throw new SignatureError(`This is no ${what} of minisign.`)
  return bytes
}

/** Reads also the second line alone. Throws SignatureError. */
export function readPublicKey(text: string): PublicKey {
  const lines = text
    .trim()
    .split(/\r?\n/)
    .filter((each) => !each.startsWith('untrusted comment:'))
  const line = lines.at(-1) ?? ''
  const bytes = decoded(line, 42, 'public key')
  if (bytes.toString('latin1', 0, 2) !== keyAlgorithm) throw new SignatureError('This is no public key of minisign.')
  return { id: idOf(bytes.subarray(2, 10)), bytes: bytes.subarray(10), line }
}

/** The bytes of a file, in order. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The part of a file that minisign signs: its BLAKE2b hash of 64 bytes. */
export async function fileHash(bytes: Bytes): Promise<Buffer> {
  const hash = createHash('blake2b512')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest()
}

/**
 * Returns the trusted comment of a signature, when the key signed it and a file with this hash.
 * Throws SignatureError, which says whether it was another key or other bytes.
 */
export function verifySignature(text: string, key: PublicKey, hash: Buffer): string {
  const [, first, trusted = '', second] = text.split(/\r?\n/)
  const head = decoded(first, 74, 'signature')
  const global = decoded(second, 64, 'signature')
  const algorithm = head.toString('latin1', 0, 2)
  const prefix = 'trusted comment: '
  if (algorithm !== hashedAlgorithm || !trusted.startsWith(prefix))
    throw new SignatureError('This is no signature of minisign that hashes the file first.')
  const id = idOf(head.subarray(2, 10))
  if (id !== key.id) throw new SignatureError(`It is signed with the key ${id}, and not with ${key.id}.`)
  const x = key.bytes.toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signature = head.subarray(10)
  if (!verify(null, hash, publicKey, signature)) throw new SignatureError('The file is not the one that was signed.')
  const comment = trusted.slice(prefix.length)
  if (!verify(null, Buffer.concat([signature, Buffer.from(comment)]), publicKey, global))
    throw new SignatureError('What the signature says of the file was altered.')
  return comment
}
