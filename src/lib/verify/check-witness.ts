import { readOtsFile } from '../hash/ots.ts'
import { sha256 } from '../hash/sha256.ts'
import { say } from '../language/say.ts'
import { ofHex, sameBytes, utf8 } from './bytes.ts'
import { Altered } from './check.ts'
import { openCheckpoint } from './checkpoint.ts'
import { type Fields, objectOf, refuseOthers, textOf, wholeOf } from './fields.ts'

type Reads = { text(path: string): Promise<string>; bytes(path: string): Promise<Uint8Array> }

const files = /^\/log\/timestamp\/[\w.-]+$/

/**
 * Checks that the head of the log to which an anchor's proof leads is the one that Bitcoin attests,
 * by the OpenTimestamps proof: only a Bitcoin node can look up its block. Returns the finding;
 * throws Altered.
 */
export async function checkWitness(anchor: Fields, verifiers: string, site: Reads): Promise<string> {
  const timestamp = objectOf(anchor.timestamp, 'What the witness says')
  refuseOthers(timestamp, ['blockHeight', 'checkpoint', 'proof'], 'What the witness says')
  const log = objectOf(anchor.log, 'The proof of the log')
  const [notePath, proofPath] = [pathOf(timestamp.checkpoint), pathOf(timestamp.proof)]
  const note = await site.text(notePath)
  const { size, root } = await openCheckpoint(note, verifiers, 'The head that the witness attests')
  if (size !== log.treeSize || !sameBytes(root, ofHex(textOf(log.rootHash, 'The head of the log')))) {
    throw new Altered('The witness attests another head of the log.')
  }
  const block = wholeOf(timestamp.blockHeight, 'The block of the witness')
  const { digest, paths } = readProof(await site.bytes(proofPath))
  if (!sameBytes(digest, sha256(utf8(note)))) throw new Altered('The proof of the witness is about something else.')
  if (!paths.some(({ blockHeight }) => blockHeight === block)) throw new Altered('The witness names another block.')
  return say(
    'The proof names Bitcoin block {block}; whether that block has it was not looked up: a Bitcoin node tells (ots verify).',
    { block: String(block) },
  )
}

function pathOf(file: Fields[string] | undefined): string {
  const path = textOf(file, 'The proof of the witness')
  if (!files.test(path)) throw new Altered('The proof of the witness is elsewhere.')
  return path
}

function readProof(bytes: Uint8Array) {
  try {
    return readOtsFile(bytes)
  } catch {
    throw new Altered('The proof of the witness cannot be read.')
  }
}
