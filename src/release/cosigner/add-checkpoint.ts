import { eq } from 'drizzle-orm'
import { rowsBy } from '../../../db/prepared.ts'
import { cosignedLogs } from '../../../db/schema/release/cosigner.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { sameBytes } from '../../lib/verify/bytes.ts'
import { Altered } from '../../lib/verify/check.ts'
import { isBeginning } from '../../lib/verify/merkle-proof.ts'
import { type Checkpoint, openCheckpoint, readCheckpoint } from '../../lib/verify/note/checkpoint.ts'
import { ofBase64 } from '../../lib/verify/note/note.ts'
import { cosign } from '../signing/signed-note.ts'
import { cosigningKey, lastSerial, noteSerial, witnessName } from './cosigner-key.ts'

export type CosignedLog = typeof cosignedLogs.$inferSelect

const logBy = rowsBy(cosignedLogs, 'origin')

/** Returns the newest head that was cosigned of a log; undefined when none was. */
export const cosignedLog = ({ db }: Pick<Ctx, 'db'>, origin: string): CosignedLog | undefined =>
  logBy(db).get({ origin })

/**
 * The answer to a checkpoint: our signature; the size of the one that was cosigned last, from which
 * the proof has to begin; or that it is no continuation of it.
 */
export type Cosigned = { readonly line: string } | { readonly knownSize: number } | 'fork' | 'unproven'

const mostHashes = 63
const hashBytes = 32

/**
 * Cosigns a checkpoint of a log that the owner has named, if it continues the one that was cosigned
 * last (C2SP tlog-witness; rule: cosigner). Throws VALIDATION, NOT_FOUND for any other log, and
 * FORBIDDEN when the log has not signed it.
 */
export async function addCheckpoint(ctx: Ctx, body: string): Promise<Cosigned> {
  const { old, proof, note } = readRequest(body)
  const checkpoint = await openSigned(ctx, note)
  if (old > checkpoint.size) throw invalid('old', 'The old size is larger than that of the checkpoint.')
  const line = cosign(checkpoint.parts.text, ctx.now(), witnessName(ctx), cosigningKey(ctx).privateKey)
  // The comparison and the write are one: of two requests at once, the later one sees the first.
  const answer = await ctx.durably(() => compareAndKeep(ctx, { old, proof, checkpoint, line }))
  if (typeof answer === 'object' && 'line' in answer) noteSerial(ctx)
  return answer
}

function compareAndKeep(
  ctx: Ctx,
  { old, proof, checkpoint, line }: { old: number; proof: readonly Uint8Array[]; checkpoint: Checkpoint; line: string },
): Cosigned {
  const { origin, size, note } = checkpoint
  const before = cosignedLog(ctx, origin)
  if (before?.size === size && !sameBytes(before.root, checkpoint.root)) {
    change(ctx, origin, { refusedAt: ctx.now(), forkNote: before.forkNote ?? note })
    return 'fork'
  }
  if (old !== (before?.size ?? 0)) return { knownSize: before?.size ?? 0 }
  const isFirst = before === undefined && proof.length === 0
  if (!isFirst && !(before && isBeginning(before, checkpoint, proof))) {
    if (before) change(ctx, origin, { refusedAt: ctx.now() })
    return 'unproven'
  }
  const root = Buffer.from(checkpoint.root)
  const kept = { size, root, note, line, serial: lastSerial(ctx) + 1, cosignedAt: ctx.now(), refusedAt: null }
  if (before) change(ctx, origin, kept)
  else
    ctx.db
      .insert(cosignedLogs)
      .values({ origin, ...kept })
      .run()
  return { line }
}

const change = ({ db }: Ctx, origin: string, values: Partial<CosignedLog>) =>
  db.update(cosignedLogs).set(values).where(eq(cosignedLogs.origin, origin)).run()

/** Reads the old size, the proof, and the note after the empty line. Throws VALIDATION. */
function readRequest(body: string): { old: number; proof: Uint8Array[]; note: string } {
  const end = body.indexOf('\n\n')
  const [first = '', ...hashes] = body.slice(0, end).split('\n')
  const [, old] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? []
  const proof = hashes.map(ofBase64)
  if (end === -1 || old === undefined || proof.length > mostHashes || proof.some(({ length }) => length !== hashBytes))
    throw invalid('old', 'The body must have an old size, at most 63 hashes, an empty line, and a checkpoint.')
  return { old: Number(old), proof, note: body.slice(end + 2) }
}

async function openSigned(ctx: Ctx, note: string): Promise<Checkpoint> {
  const claimed = readCheckpoint(note)
  if (!claimed || claimed.size === 0) throw invalid('checkpoint', 'This is no checkpoint of a log with entries.')
  const named = ctx.config.witnessedLogs.find(({ origin }) => origin === claimed.origin)
  if (!named) throw notFound('log')
  try {
    return await openCheckpoint(note, [named.verifierKey], 'The checkpoint')
  } catch (error) {
    if (error instanceof Altered) throw new AppError('FORBIDDEN', error.message)
    throw error
  }
}
