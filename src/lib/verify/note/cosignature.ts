import { utf8 } from '../bytes.ts'
import { isSignedBy } from '../is-signed-by.ts'
import type { Checkpoint } from './checkpoint.ts'
import { isBy, type NoteKey, type NoteSignature, readNoteKey } from './note.ts'

/** Kinds of cosignatures (C2SP tlog-cosignature). */
const kinds = { ed25519: 0x04, mlDsa44: 0x06 } as const
const keyBytes: Readonly<Record<number, number>> = { [kinds.ed25519]: 32, [kinds.mlDsa44]: 1_312 }
const signatureBytes: Readonly<Record<number, number>> = { [kinds.ed25519]: 64, [kinds.mlDsa44]: 2_420 }
const timeBytes = 8

/** The name of a witness, and when it cosigned, in ms. */
export type Cosignature = { readonly name: string; readonly atMs: number }

/** Returns the key of a witness if its kind is known here; undefined for any other text. */
export function readWitnessKey(line: string): NoteKey | undefined {
  const key = readNoteKey(line)
  return key && key.publicKey.length === keyBytes[key.kind] ? key : undefined
}

/** Returns the valid cosignature of a witness among signatures of a checkpoint, if there is one. */
export async function cosignatureBy(
  witnessKey: string,
  checkpoint: Checkpoint,
  signatures: readonly NoteSignature[] = checkpoint.parts.signatures,
): Promise<Cosignature | undefined> {
  const key = readWitnessKey(witnessKey)
  if (!key) return undefined
  for (const { signature } of signatures.filter((each) => isBy(each, key))) {
    if (signature.length !== timeBytes + (signatureBytes[key.kind] ?? 0)) continue
    const seconds = new DataView(signature.buffer, signature.byteOffset, timeBytes).getBigUint64(0)
    if (seconds > BigInt(Number.MAX_SAFE_INTEGER) / 1_000n) continue
    if (await holds(key, Number(seconds), signature.subarray(timeBytes), checkpoint)) {
      return { name: key.name, atMs: Number(seconds) * 1_000 }
    }
  }
  return undefined
}

async function holds(key: NoteKey, seconds: number, signature: Uint8Array, checkpoint: Checkpoint): Promise<boolean> {
  const { name, kind, publicKey } = key
  if (kind === kinds.ed25519) {
    return isSignedBy({ publicKey, signature, message: utf8(cosignedText(seconds, checkpoint.parts.text)) })
  }
  // Few witnesses have such a key, and the library is larger than all else that verifies.
  const { ml_dsa44 } = await import('@noble/post-quantum/ml-dsa.js')
  try {
    return ml_dsa44.verify(signature, cosignedMessage(name, seconds, checkpoint), publicKey)
  } catch {
    return false
  }
}

/** Returns what a witness signs with Ed25519: the text of a checkpoint, and when it was seen. */
export const cosignedText = (seconds: number, text: string): string => `cosignature/v1\ntime ${seconds}\n${text}`

/** Returns what a witness signs with ML-DSA-44. */
export function cosignedMessage(name: string, seconds: number, { origin, size, root }: Checkpoint): Uint8Array {
  return new Uint8Array([
    ...utf8('subtree/v1\n\0'),
    ...withLength(name),
    ...wide(seconds),
    ...withLength(origin),
    ...wide(0),
    ...wide(size),
    ...root,
  ])
}

function withLength(text: string): number[] {
  const bytes = utf8(text)
  if (bytes.length === 0 || bytes.length > 255) throw new RangeError('A name of a log has 1 to 255 bytes.')
  return [bytes.length, ...bytes]
}

/** Eight bytes, the highest first. */
function wide(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}
