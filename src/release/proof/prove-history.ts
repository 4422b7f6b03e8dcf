import type { Ctx } from '../../context.ts'
import { batchProof, type Hash, wantedNodes } from '../../lib/hash/merkle.ts'
import { listPlaces, newestEvent } from '../provenance/list-events.ts'
import { signDocument } from '../signing/sign-document.ts'
import { allWitnesses, type WitnessRow } from '../transparency-log/cosignatures.ts'
import { type Checkpoint, latestCheckpoint } from '../transparency-log/latest-checkpoint.ts'
import { originOf, verifierKeys } from '../transparency-log/origin.ts'
import { placeOf, readNodes } from '../transparency-log/read-node.ts'
import type { HistoryProof } from './model.ts'
import type { PlacesProof } from './shape.ts'

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

export type AskedProof = { limit: number; cursor?: string | undefined; nonce?: string | undefined }

/**
 * Returns the proof for a page of a release's events: their number, the newest one's hash and the
 * keys of the log, signed now with the caller's nonce, and the positions of these in the log with
 * one proof for all that its newest checkpoint covers (rule: history-proof). Throws VALIDATION for
 * a cursor that we did not issue.
 */
export async function proveHistory(
  ctx: Ctx,
  releaseId: string,
  { limit, cursor, nonce }: AskedProof,
): Promise<HistoryProof> {
  const checkpoint = latestCheckpoint(ctx)
  const { places, nextCursor } = listPlaces(ctx, releaseId, limit, cursor)
  const head = signHead(ctx, releaseId, checkpoint, nonce)
  return { head, logIndexes: places, inclusionProof: await proveCovered(ctx, places, checkpoint), nextCursor }
}

/** The witnesses that are asked, and those that have cosigned the log before. */
function namedWitnesses(ctx: Ctx) {
  const known = allWitnesses(ctx)
  const asked = ctx.config.logWitnesses.filter((each) => known.every((one) => one.verifierKey !== each.verifierKey))
  const isNamed = ({ verifierKey, treeSize }: WitnessRow) =>
    treeSize > 0 || ctx.config.logWitnesses.some((each) => each.verifierKey === verifierKey)
  return [...known.filter(isNamed), ...asked.map((each) => ({ ...each, treeSize: 0 }))].map(
    ({ verifierKey, url, treeSize }) => ({ verifierKey, url, treeSize }),
  )
}

/**
 * Returns the proof that some of a release's events, given by their positions in the log, are in
 * it, with the checkpoint that it leads to.
 */
export async function provePlaces(ctx: Ctx, releaseId: string, places: readonly number[]): Promise<PlacesProof> {
  const checkpoint = latestCheckpoint(ctx)
  const head = signHead(ctx, releaseId, checkpoint, undefined)
  const inclusionProof = await proveCovered(ctx, places, checkpoint)
  return { head, logIndexes: [...places], inclusionProof, checkpoint: checkpoint?.note ?? null }
}

async function proveCovered(ctx: Ctx, places: readonly number[], checkpoint: Checkpoint | undefined) {
  const covered = places.filter((place) => place < (checkpoint?.size ?? 0))
  return checkpoint && covered.length > 0 ? (await proveEntries(ctx, covered, checkpoint)).map(hex) : []
}

function signHead(ctx: Ctx, releaseId: string, checkpoint: Checkpoint | undefined, nonce: string | undefined) {
  const issuedAt = ctx.now()
  const log = checkpoint && {
    origin: originOf(ctx, checkpoint.number),
    treeSize: checkpoint.size,
    rootHash: hex(checkpoint.root),
    verifierKeys: verifierKeys(ctx),
    witnesses: namedWitnesses(ctx),
  }
  const said = {
    schema: 'tapedeck.history-head.v1' as const,
    releaseId,
    ...newestEvent(ctx, releaseId),
    log: log ?? null,
    issuedAt: new Date(issuedAt).toISOString(),
    nonce: nonce ?? null,
  }
  return { ...said, proof: signDocument(ctx, said, issuedAt) }
}

const nodesAtOnce = 1_000

/**
 * Returns the proof of entries at rising positions in the tree of a checkpoint (`batchProof`). The
 * hashes are read a thousand at a time, so that other requests are served in between: a complete
 * subtree never changes.
 */
async function proveEntries(ctx: Ctx, indexes: readonly number[], { size }: Checkpoint): Promise<Hash[]> {
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
