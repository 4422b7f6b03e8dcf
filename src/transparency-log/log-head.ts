import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { inTransaction } from '../../db/commits.ts'
import type { Ctx } from '../context.ts'
import { latestCheckpoint } from './latest-checkpoint.ts'
import { startNewOrigin } from './origin.ts'
import { logSize } from './read-node.ts'

/** What was last signed here. The file names its own inode: a copy of it has another one. */
const Head = t.Object({ number: t.Integer(), size: t.Integer(), inode: t.Integer() })

const fileOf = ({ config }: Pick<Ctx, 'config'>) => join(config.dataDir, 'log-head.json')

/**
 * Notes next to the database what was signed, so that a restored older database is noticed. Written in place: another
 * file would have another inode. One that is damaged counts as a restore, which costs a new origin and nothing else.
 */
export function writeHead(ctx: Ctx): void {
  const checkpoint = latestCheckpoint(ctx)
  if (!checkpoint) return
  const path = fileOf(ctx)
  const file = openSync(path, 'a+', 0o600)
  closeSync(file)
  const { number, size } = checkpoint
  const text = JSON.stringify({ number, size, inode: statSync(path).ino }).padEnd(200)
  const inPlace = openSync(path, 'r+')
  try {
    writeSync(inPlace, text, 0)
  } finally {
    closeSync(inPlace)
  }
}

/** Whether the database is older than what was signed, or was brought here from elsewhere. */
function isRestored(ctx: Ctx): boolean {
  const checkpoint = latestCheckpoint(ctx)
  if (!checkpoint) return false
  try {
    const head = Value.Decode(Head, JSON.parse(readFileSync(fileOf(ctx), 'utf8')))
    if (head.inode !== statSync(fileOf(ctx)).ino) return true
    return head.number > checkpoint.number || (head.number === checkpoint.number && head.size > logSize(ctx))
  } catch {
    return true
  }
}

/** Starts a new origin of the log when the database was restored (rule 12.10). Called once, when serving starts. */
export function noticeRestore(ctx: Ctx): void {
  if (!isRestored(ctx)) return
  const { origin } = inTransaction(ctx.db, () => startNewOrigin(ctx))
  ctx.log.warn('log.new_origin', { origin })
  writeHead(ctx)
}
