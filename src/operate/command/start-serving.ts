import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { createCtx, type Environment } from '../../create-context.ts'
import { makeAllPrivate } from '../../lib/private-files.ts'
import type { UnusableFileError } from '../../lib/unusable-file.ts'
import { refuseUnusableBucket } from '../../platform/bucket/bucket-check.ts'
import { loadAssets } from '../../platform/client/assets.ts'
import { clientDir } from '../../platform/client/client-dir.ts'
import type { Usage } from '../../platform/usage.ts'
import { type Running, serve } from '../../serve.ts'
import { lockFolder } from './lock-folder.ts'
import { refuseLost } from './site-folder.ts'
import { watchDatabase } from './watch-database.ts'

/** The parts of the machine that a command is given. */
export type Machine = Pick<Environment, 'selfCommand' | 'pids' | 'program'> & { usage?: () => Usage }

const databases = ['tapedeck.db', 'test-processor.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`])
const kept = [
  '.',
  ...databases,
  'secrets.json',
  'lock.db',
  'doctor.db',
  'log-head.json',
  'receipt-head.json',
  'blobs',
  'blobs/scratch',
  'blobs/made',
  'uploads',
]

/** A service that runs. `lost` tells that its database was removed: nothing that is written from then on would be kept. */
export type Started = { ctx: Ctx; running: Running; lost: Promise<UnusableFileError> }

/**
 * Locks the data folder, opens it and serves it. `prepare` runs when it is locked but not yet open. Throws
 * FolderInUseError, UnusableFileError and NewerDatabaseError.
 */
export async function startServing(config: Config, machine: Machine, prepare = () => {}): Promise<Started> {
  const lock = lockFolder(config.dataDir, machine.pids.own)
  try {
    prepare()
    refuseLost(config.dataDir)
    // Before opening: a database's log gets the mode of the database.
    const open = makeAllPrivate(kept.map((name) => join(config.dataDir, name)))
    const ctx = createCtx(config, { ...machine, assets: loadAssets(await clientDir()), isServing: true })
    for (const path of open) ctx.log.warn('others may open this', { path })
    await refuseUnusableBucket(ctx)
    const running = await serve(ctx, machine.usage)
    const watch = watchDatabase(ctx)
    const stop = async () => {
      watch.end()
      await running.stop()
      lock.release()
    }
    return { ctx, running: { ...running, stop }, lost: watch.lost }
  } catch (error) {
    lock.release()
    throw error
  }
}
