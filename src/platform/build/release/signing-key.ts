import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** The key that signs a release. `publicLine` is its public half, in the form of minisign. */
export type SigningKey = { id: Buffer; key: KeyObject; publicLine: string }

/** The offsets of the parts in a secret key of minisign (https://jedisct1.github.io/minisign/). */
const parts = { kdf: 2, id: 54, seed: 62, public: 94, checksum: 126, end: 158 } as const

/**
 * Returns the key in a secret key file that `minisign -G -W` made. Throws for one with a
 * passphrase: a build server has nobody to type it, and keeps the file as a secret itself.
 */
export function readSigningKey(text: string): SigningKey {
  const bytes = Buffer.from(text.trim().split(/\r?\n/).at(-1) ?? '', 'base64')
  if (bytes.length !== parts.end || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new Error('RELEASE_KEY is no secret key of minisign.')
  if (bytes.readUInt16LE(parts.kdf) !== 0)
    throw new Error('RELEASE_KEY has a passphrase. Make one without, by minisign -G -W.')
  const [id, seed] = [bytes.subarray(parts.id, parts.seed), bytes.subarray(parts.seed, parts.public)]
  const x = bytes.subarray(parts.public, parts.checksum)
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: x.toString('base64url') }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const own = createPublicKey(key).export({ format: 'jwk' }).x
  if (own !== jwk.x) throw new Error('RELEASE_KEY is damaged: its halves are not of one key.')
  return { id, key, publicLine: Buffer.concat([Buffer.from('Ed'), id, x]).toString('base64') }
}

/** Returns the signature of a file in the form of minisign, with a comment that is signed too. */
export function signatureOf({ id, key }: SigningKey, file: Uint8Array, comment: string): string {
  const signature = sign(null, createHash('blake2b512').update(file).digest(), key)
  const all = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  const head = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64')
  return `untrusted comment: signature of a file of Tapedeck\n${head}\ntrusted comment: ${comment}\n${all.toString('base64')}\n`
}
