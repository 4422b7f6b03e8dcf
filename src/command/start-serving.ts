import type { Config } from '../config.ts'
import { type Ctx, createCtx, type Surroundings } from '../context.ts'
import { type Running, serve } from '../serve.ts'
import { loadAssets } from '../web/assets.ts'
import { clientDir } from '../web/client-dir.ts'

/** What of the machine a command is given. */
export type Machine = Pick<Surroundings, 'selfCommand' | 'pids' | 'program'>

/** Opens the data folder and serves it. Throws UnusableFileError and NewerDatabaseError. */
export async function startServing(config: Config, machine: Machine): Promise<{ ctx: Ctx; running: Running }> {
  const assets = loadAssets(await clientDir())
  const ctx = createCtx(config, { ...machine, assets, isServing: true })
  return { ctx, running: await serve(ctx) }
}
