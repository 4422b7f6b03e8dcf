import { base64 } from '@scure/base'
import { sha256 } from '../../hash/sha256.ts'
import { sameBytes, toHex, utf8 } from '../bytes.ts'

/** A signed note (C2SP signed-note): its text, which ends with a newline, and its signatures. */
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] }

/** A line of a signer: its name, the id of its key, and what that signed with. */
export type NoteSignature = { readonly name: string; readonly id: Uint8Array; readonly signature: Uint8Array }

/** A key that verifies notes: the kind of its signatures, and the key itself. */
export type NoteKey = {
  readonly name: string
  readonly id: Uint8Array
  readonly kind: number
  readonly publicKey: Uint8Array
}

const idBytes = 4

/** Returns undefined for a text that is no note. */
export function readNote(note: string): Note | undefined {
  const [, text, lines = ''] = /^((?:[^\n]+\n)+)\n((?:— [^\n]+\n)+)$/.exec(note) ?? []
  return text === undefined ? undefined : { text, signatures: readSignatures(lines) }
}

/** Lines that are no signatures are left out. */
export const readSignatures = (lines: string): NoteSignature[] =>
  [...lines.matchAll(/^— (\S+) (\S+)$/gm)].map(([, name = '', signed = '']) => {
    const bytes = ofBase64(signed)
    return { name, id: bytes.subarray(0, idBytes), signature: bytes.subarray(idBytes) }
  })

/** Reads `name+id+key`. Undefined for any other text, and for the id of another key. */
export function readNoteKey(line: string): NoteKey | undefined {
  const [, name = '', hash = '', key = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(line) ?? []
  const bytes = ofBase64(key)
  const [kind] = bytes
  const id = keyId(name, bytes)
  return kind !== undefined && toHex(id) === hash ? { name, id, kind, publicKey: bytes.subarray(1) } : undefined
}

/** Returns the id of a key: a kind of signatures, then the key itself. */
export const keyId = (name: string, key: Uint8Array): Uint8Array => sha256(utf8(`${name}\n`), key).subarray(0, idBytes)

export const isBy = (signature: NoteSignature, { name, id }: NoteKey): boolean =>
  signature.name === name && sameBytes(signature.id, id)

/** Returns no bytes for a text that is not in base 64. */
export function ofBase64(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch {
    return new Uint8Array()
  }
}
