import { utf8 } from '../bytes.ts'
import { Altered } from '../check.ts'
import { isSignedBy } from '../is-signed-by.ts'
import type { TreeHead } from '../merkle-proof.ts'
import { isBy, type Note, type NoteKey, ofBase64, readNote, readNoteKey } from './note.ts'

/** The head of a log, and the log's name, as a checkpoint says them (C2SP tlog-checkpoint). */
type LogHead = TreeHead & { readonly origin: string; readonly note: string }

/** A checkpoint with a valid signature of its log. */
export type Checkpoint = LogHead & { readonly parts: Note }

const ed25519 = 0x01
const signatureBytes = 64
const rootBytes = 32

/** Reads a checkpoint (C2SP tlog-checkpoint). Throws Altered unless one of the keys signed it. */
export async function openCheckpoint(note: string, logKeys: readonly string[], what: string): Promise<Checkpoint> {
  const checkpoint = readCheckpoint(note)
  if (!checkpoint) throw new Altered(`${what} is no checkpoint.`)
  const keys = logKeys.map(readNoteKey).filter((key) => key?.name === checkpoint.origin)
  for (const key of keys) {
    if (key && (await isSigned(checkpoint.parts, key))) return checkpoint
  }
  throw new Altered(`${what} is not signed by the log: it was altered.`)
}

/** Reads a checkpoint that nobody need have signed; undefined for anything else. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  const parts = readNote(note)
  const [origin = '', size = '', hash = ''] = parts?.text.split('\n') ?? []
  const root = ofBase64(hash)
  if (!parts || !/^(?:0|[1-9]\d{0,14})$/.test(size) || root.length !== rootBytes) return undefined
  return { origin, size: Number(size), root, note, parts }
}

async function isSigned({ text, signatures }: Note, key: NoteKey): Promise<boolean> {
  if (key.kind !== ed25519) return false
  for (const each of signatures.filter((signature) => isBy(signature, key))) {
    const { signature } = each
    if (signature.length !== signatureBytes) continue
    if (await isSignedBy({ publicKey: key.publicKey, signature, message: utf8(text) })) return true
  }
  return false
}
