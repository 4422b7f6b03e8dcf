import type { Ctx } from '../context.ts'
import { inclusionProof } from '../lib/merkle.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'
import { withNodes } from './read-node.ts'
import type { Anchor } from './shape.ts'

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

/** Returns how an entry of the log can be proven: by its inclusion in the tree of the newest signed checkpoint. */
export function readAnchor(ctx: Ctx, index: number): Anchor {
  const checkpoint = latestCheckpoint(ctx)
  if (!checkpoint || index >= checkpoint.size) return { status: 'PENDING', log: null }
  const { size: treeSize, root } = checkpoint
  const proof = withNodes(ctx, (read) => inclusionProof(read, index, treeSize)).map(hex)
  return { status: 'ANCHORED', log: { index, treeSize, rootHash: hex(root), inclusionProof: proof } }
}
