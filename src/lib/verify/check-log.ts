import { consistencyProof, leafHash } from '../merkle.ts'
import { ofHex, sameBytes } from './bytes.ts'
import { Altered, Unreadable } from './check.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type Fields, listOf, objectOf, textOf, wholeOf } from './fields.ts'
import { isBeginning, rootOfInclusion, type TreeHead } from './merkle-proof.ts'
import { type ReadTile, withNodes } from './read-nodes.ts'

/**
 * Checks that an event is in the log: by the proof in its anchor, whose tree is the log of the checkpoint or its
 * beginning. Returns what holds; throws Altered.
 */
export async function checkInclusion(
  anchor: Fields,
  eventHash: string,
  checkpoint: Checkpoint,
  readTile: ReadTile,
): Promise<string> {
  if (anchor.status === 'PENDING') throw new Unreadable('It is not in the log yet. Try again in a minute.')
  const log = objectOf(anchor.log, 'The proof of the log')
  const index = wholeOf(log.index, 'The place in the log')
  const size = wholeOf(log.treeSize, 'The size of the log')
  const root = ofHex(textOf(log.rootHash, 'The head of the log'))
  const proof = listOf(log.inclusionProof, 'The proof of the log').map((hash) => ofHex(textOf(hash, 'A hash')))
  const found = rootOfInclusion(leafHash(ofHex(eventHash)), index, size, proof)
  if (!found || !sameBytes(found, root)) {
    throw new Altered('The proof does not lead to the head of the log: the signing of this version is not in it.')
  }
  if (!(await continues({ size, root }, checkpoint, readTile))) {
    throw new Altered('The head of the log that the proof leads to is not one that the log has signed.')
  }
  return `Its signing is entry ${index + 1} of the ${checkpoint.size} in the log ${checkpoint.origin}.`
}

/** Checks that a log only grew since a checkpoint that was seen before. Returns what holds; throws Altered. */
export async function checkGrowth(before: Checkpoint, now: Checkpoint, readTile: ReadTile): Promise<string> {
  if (!(await continues(before, now, readTile))) {
    const why =
      before.size > now.size
        ? `it had ${before.size} entries and has ${now.size}.`
        : `its first ${before.size} entries are others than they were.`
    const rest = before.origin === now.origin ? '' : ' The site began a new log, as it does after restoring a backup.'
    throw new Altered(`The log does not continue the one that was seen before: ${why}${rest}`)
  }
  if (before.size === now.size) return `The log is as it was: ${now.size} entries.`
  return `The log continues the one that was seen before: ${before.size} entries then, ${now.size} now.`
}

/** Whether one tree is the beginning of a log, by a proof that is built from the log's tiles. */
async function continues(before: TreeHead, now: Checkpoint, readTile: ReadTile): Promise<boolean> {
  if (before.size > now.size || before.size === 0) return false
  const proof = await withNodes(now.size, readTile, (read) => consistencyProof(read, before.size, now.size))
  return isBeginning(before, now, proof)
}
