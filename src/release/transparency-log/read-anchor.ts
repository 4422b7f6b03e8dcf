import type { Ctx } from '../../context.ts'
import { inclusionProof } from '../../lib/hash/merkle.ts'
import { cosignedOver, noteOf } from './cosignatures.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'
import { withNodes } from './read-node.ts'
import type { Anchor } from './shape.ts'

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

/**
 * Returns the proof of an entry of the log: its inclusion in the tree of the first checkpoint that
 * a witness has cosigned, else of the newest signed one, and that checkpoint, so that it is proven
 * offline.
 */
export function readAnchor(ctx: Ctx, index: number): Anchor {
  const newest = latestCheckpoint(ctx)
  if (!newest || index >= newest.size) return { status: 'PENDING', log: null }
  const cosigned = cosignedOver(ctx, index)
  const checkpoint = cosigned ?? newest
  const { size: treeSize, root } = checkpoint
  const proof = withNodes(ctx, (read) => inclusionProof(read, index, treeSize)).map(hex)
  const log = { index, treeSize, rootHash: hex(root), inclusionProof: proof, checkpoint: noteOf(ctx, checkpoint) }
  return { status: cosigned ? 'CONFIRMED' : 'ANCHORED', log }
}
