import type { Ctx } from '../../context.ts'
import { batchProof, type Hash, wantedNodes } from '../../lib/hash/merkle.ts'
import type { Checkpoint } from './latest-checkpoint.ts'
import { placeOf, readNodes } from './read-node.ts'

const nodesAtOnce = 1_000

/**
 * Returns the proof of entries at rising positions in the tree of a checkpoint (`batchProof`). The
 * hashes are read a thousand at a time, so that other requests are served in between: a complete
 * subtree never changes.
 */
export async function proveEntries(ctx: Ctx, indexes: readonly number[], { size }: Checkpoint): Promise<Hash[]> {
  const wanted = wantedNodes((read) => batchProof(read, indexes, size))
  const found = new Map<string, Hash>()
  for (let from = 0; from < wanted.length; from += nodesAtOnce) {
    if (from > 0) await Bun.sleep(0)
    for (const [place, hash] of readNodes(ctx, wanted.slice(from, from + nodesAtOnce))) found.set(place, hash)
  }
  return batchProof((level, position) => found.get(placeOf(level, position)) ?? missing(level, position), indexes, size)
}

function missing(level: number, position: number): never {
  throw new Error(`The log has no node ${position} at level ${level}.`)
}
