import { type KeyObject, sign } from 'node:crypto'
import { cosignedText } from '../../lib/verify/note/cosignature.ts'
import { keyId } from '../../lib/verify/note/note.ts'
import { publicBytesOf } from './keys.ts'

/** The kinds of keys: of the signer of a note, and of a witness of another's checkpoint. */
const kinds = { signer: 0x01, witness: 0x04 } as const

type NoteKeyKind = keyof typeof kinds

const keyOf = (kind: NoteKeyKind, publicKey: Uint8Array) => Buffer.concat([Buffer.from([kinds[kind]]), publicKey])

const lineOf = (name: string, kind: NoteKeyKind, privateKey: KeyObject, signature: Uint8Array): string => {
  const id = keyId(name, keyOf(kind, publicBytesOf(privateKey)))
  return `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`
}

/** The text ends with a newline (C2SP signed-note). */
export const signNote = (text: string, name: string, privateKey: KeyObject): string =>
  `${text}\n${lineOf(name, 'signer', privateKey, sign(null, Buffer.from(text), privateKey))}`

/** Returns the line of a witness that has seen a checkpoint's text (C2SP tlog-cosignature). */
export function cosign(text: string, atMs: number, name: string, privateKey: KeyObject): string {
  const seconds = Math.floor(atMs / 1_000)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const signature = sign(null, Buffer.from(cosignedText(seconds, text)), privateKey)
  return lineOf(name, 'witness', privateKey, Buffer.concat([time, signature]))
}

/** Returns the verifier key of a signer or a witness: name, hash and key (C2SP signed-note). */
export function verifierKey(name: string, publicKey: Uint8Array, kind: NoteKeyKind = 'signer'): string {
  const key = keyOf(kind, publicKey)
  return `${name}+${Buffer.from(keyId(name, key)).toString('hex')}+${key.toString('base64')}`
}
