import { setPriority } from 'node:os'
import { closeDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import { SecretsError } from '../../platform/setting/open-settings.ts'
import { doBackupWork } from '../backup/backup-child.ts'
import { listBucket } from '../backup/list-bucket.ts'
import { awaitTurn } from '../site-folder/await-turn.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

const niceness = 10

function lostSecrets(error: unknown): SecretsError {
  if (error instanceof SecretsError) return error
  throw error
}

/** Does the work of a backup as a process of the service, and returns its result as JSON. */
export async function backupChild(config: Config, machine: Machine, work: string | undefined): Promise<string> {
  setPriority(niceness)
  const ctx = await openCtx(config, machine, () => {}).catch(lostSecrets)
  if (ctx instanceof SecretsError) return JSON.stringify({ ok: false, problem: ctx.message })
  const turn = await awaitTurn(config.dataDir, () => {}, 'backup')
  try {
    const bucketList = ctx.bucket && (await listBucket(ctx.bucket, () => {}))
    const asked = work === 'trial' || work === 'backup-keep-all' ? work : 'backup'
    return JSON.stringify(await doBackupWork(ctx, asked, bucketList))
  } finally {
    turn.release()
    closeDb(ctx.db)
  }
}
