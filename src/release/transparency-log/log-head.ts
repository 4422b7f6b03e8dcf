import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { readFolderNote, writeFolderNote } from '../../lib/file/folder-note.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'
import { startNewOrigin } from './origin.ts'
import { logSize } from './read-node.ts'

/** The last signed head. */
const Head = t.Object({ number: t.Integer(), size: t.Integer() })

const fileOf = ({ config }: Pick<Ctx, 'config'>) => join(config.dataDir, 'log-head.json')

/** Stores next to the database what was signed, so that a restored older database is detected. */
export function writeHead(ctx: Ctx): void {
  const checkpoint = latestCheckpoint(ctx)
  if (checkpoint) writeFolderNote(fileOf(ctx), { number: checkpoint.number, size: checkpoint.size })
}

/**
 * Whether the database is older than what was signed, or was moved here from elsewhere. A damaged
 * note counts as a restore, which costs a new origin and nothing else.
 */
export function isRestored(ctx: Ctx): boolean {
  const checkpoint = latestCheckpoint(ctx)
  if (!checkpoint) return false
  const head = readFolderNote(fileOf(ctx), Head)
  if (!head) return true
  return head.number > checkpoint.number || (head.number === checkpoint.number && head.size > logSize(ctx))
}

/** Begins a new origin after a restore, once, when serving starts (rule: new-log-origin). */
export function noticeRestore(ctx: Ctx): void {
  if (!isRestored(ctx)) return
  const { origin } = inTransaction(ctx.db, () => startNewOrigin(ctx))
  ctx.log.warn('log.new_origin', { origin })
  writeHead(ctx)
}
