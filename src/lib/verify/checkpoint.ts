import { base64 } from '@scure/base'
import { sha256 } from '../hash/sha256.ts'
import { sameBytes, toHex, utf8 } from './bytes.ts'
import { Altered } from './check.ts'
import { isSignedBy } from './is-signed-by.ts'
import type { TreeHead } from './merkle-proof.ts'

/** A checkpoint with a valid signature: the head of a log, and the log's name. */
export type Checkpoint = TreeHead & { readonly origin: string; readonly note: string }

type Verifier = { readonly name: string; readonly id: Uint8Array; readonly publicKey: Uint8Array }

const ed25519 = 0x01
const idBytes = 4
const signatureBytes = 64

/** Reads a checkpoint (C2SP tlog-checkpoint). Throws Altered unless one of the keys signed it. */
export async function openCheckpoint(note: string, verifierKeys: string, what: string): Promise<Checkpoint> {
  const [, text = '', signatures = ''] = /^((?:[^\n]+\n)+)\n((?:— [^\n]+\n)+)$/.exec(note) ?? []
  const [origin = '', size = '', root = ''] = text.split('\n')
  if (origin === '' || !/^(?:0|[1-9]\d{0,14})$/.test(size)) throw new Altered(`${what} is no checkpoint.`)
  const verifiers = verifierKeys.split('\n').flatMap(readVerifier)
  for (const [, name, signed = ''] of signatures.matchAll(/^— (\S+) (\S+)$/gm)) {
    const bytes = decode(signed)
    for (const { id, publicKey } of verifiers.filter((verifier) => verifier.name === name && name === origin)) {
      const signature = bytes.subarray(idBytes)
      const isHis = sameBytes(bytes.subarray(0, idBytes), id) && signature.length === signatureBytes
      if (isHis && (await isSignedBy({ publicKey, signature, message: utf8(text) }))) {
        return { origin, size: Number(size), root: decode(root), note }
      }
    }
  }
  throw new Altered(`${what} is not signed by the log: it was altered.`)
}

/** Name, hash and key (C2SP signed-note). Invalid lines, and others' hashes, are left out. */
function readVerifier(line: string): Verifier[] {
  const [, name = '', hash = '', key = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(line) ?? []
  const bytes = decode(key)
  const id = sha256(utf8(`${name}\n`), bytes).subarray(0, idBytes)
  return bytes[0] === ed25519 && toHex(id) === hash ? [{ name, id, publicKey: bytes.subarray(1) }] : []
}

function decode(text: string): Uint8Array {
  try {
    return base64.decode(text)
  } catch {
    return new Uint8Array()
  }
}
