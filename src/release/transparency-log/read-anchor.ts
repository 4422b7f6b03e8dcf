import type { Ctx } from '../../context.ts'
import { inclusionProof } from '../../lib/hash/merkle.ts'
import { type Checkpoint, latestCheckpoint } from './latest-checkpoint.ts'
import { withNodes } from './read-node.ts'
import { timestampOver } from './read-timestamp.ts'
import type { Anchor } from './shape.ts'

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

/**
 * Returns the proof of an entry of the log: its inclusion in the tree of the first checkpoint that
 * Bitcoin has attested, else of the newest signed one.
 */
export function readAnchor(ctx: Ctx, index: number): Anchor {
  const checkpoint = latestCheckpoint(ctx)
  if (!checkpoint || index >= checkpoint.size) return { status: 'PENDING', log: null }
  const attested = timestampOver(ctx, index)
  if (!attested) return { status: 'ANCHORED', log: proofIn(ctx, index, checkpoint) }
  return { status: 'CONFIRMED', log: proofIn(ctx, index, attested.checkpoint), timestamp: attested.timestamp }
}

function proofIn(ctx: Ctx, index: number, { size: treeSize, root }: Checkpoint) {
  const proof = withNodes(ctx, (read) => inclusionProof(read, index, treeSize)).map(hex)
  return { index, treeSize, rootHash: hex(root), inclusionProof: proof }
}
