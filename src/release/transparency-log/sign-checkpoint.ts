import { logCheckpoints } from '../../../db/schema/release/transparency-log.ts'
import type { Ctx } from '../../context.ts'
import { rootHash } from '../../lib/hash/merkle.ts'
import { signingKey } from '../signing/keys.ts'
import { signNote } from '../signing/signed-note.ts'
import { type Checkpoint, latestCheckpoint } from './latest-checkpoint.ts'
import { presentOrigin } from './origin.ts'
import { withNodes } from './read-node.ts'

/**
 * Signs a checkpoint of the first `size` entries (C2SP tlog-checkpoint) and returns it, or the
 * newest one when that covers them. The entries must be on the disk already: a signed head whose
 * entries were lost would be a fork of the log, visible for ever. Called in a transaction.
 */
export function signCheckpoint(ctx: Ctx, size: number): Checkpoint | undefined {
  const { number, origin } = presentOrigin(ctx)
  const latest = latestCheckpoint(ctx)
  if (size === 0 || (latest?.number === number && latest.size >= size)) return latest
  const root = Buffer.from(withNodes(ctx, (read) => rootHash(read, size)))
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`
  const note = signNote(text, origin, signingKey(ctx, 'log').privateKey)
  return ctx.db.insert(logCheckpoints).values({ number, size, root, note, createdAt: ctx.now() }).returning().get()
}
