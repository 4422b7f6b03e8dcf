import type { Ctx } from '../../context.ts'
import { listPlaces, newestEvent } from '../provenance/list-events.ts'
import { signDocument } from '../signing/sign-document.ts'
import { allWitnesses, type WitnessRow } from '../transparency-log/cosignatures.ts'
import { type Checkpoint, latestCheckpoint } from '../transparency-log/latest-checkpoint.ts'
import { originOf, verifierKeys } from '../transparency-log/origin.ts'
import { proveEntries } from '../transparency-log/prove-entries.ts'
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
  const covered = places.filter((place) => place < (checkpoint?.size ?? 0))
  const proof = checkpoint && covered.length > 0 ? await proveEntries(ctx, covered, checkpoint) : []
  return { head, logIndexes: places, inclusionProof: proof.map(hex), nextCursor }
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
  const covered = places.filter((place) => place < (checkpoint?.size ?? 0))
  const proof = checkpoint && covered.length > 0 ? await proveEntries(ctx, covered, checkpoint) : []
  return {
    head,
    logIndexes: [...places],
    inclusionProof: proof.map(hex),
    checkpoint: checkpoint?.note ?? null,
  }
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
