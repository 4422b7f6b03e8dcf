import { type KeyObject, sign } from 'node:crypto'
import { publicBytesOf } from './ed25519.ts'

const ed25519 = 0x01

/** 4 bytes of hash, then the key itself. */
function keyOf(name: string, publicKey: Uint8Array): { id: Buffer; key: Buffer } {
  const key = Buffer.concat([Buffer.from([ed25519]), publicKey])
  const id = new Bun.CryptoHasher('sha256').update(`${name}\n`).update(key).digest().subarray(0, 4)
  return { id, key }
}

/** The text ends with a newline (C2SP signed-note). */
export function signNote(text: string, name: string, privateKey: KeyObject): string {
  const { id } = keyOf(name, publicBytesOf(privateKey))
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)])
  return `${text}\n— ${name} ${signature.toString('base64')}\n`
}

/** Returns the verifier key of a signer: name, hash and key, in the form of C2SP signed-note. */
export function verifierKey(name: string, publicKey: Uint8Array): string {
  const { id, key } = keyOf(name, publicKey)
  return `${name}+${id.toString('hex')}+${key.toString('base64')}`
}
