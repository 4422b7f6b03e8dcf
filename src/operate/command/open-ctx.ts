import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { createCtx, type Environment } from '../../create-context.ts'
import { loadAssets } from '../../platform/client/assets.ts'
import { clientDir } from '../../platform/client/client-dir.ts'
import { placeLine, refuseWithoutSite } from '../site-folder/site-folder.ts'
import type { Machine } from './start-serving.ts'

/**
 * Returns the context of a command that works on the data folder next to a running service: it
 * neither listens nor runs jobs. Prints first which folder and site that is. Throws
 * UnusableFileError where there is none.
 */
export async function openCtx(
  config: Config,
  machine: Machine,
  print: (line: string) => void,
  testProcessor?: Environment['testProcessor'],
): Promise<Ctx> {
  const environment = { ...machine, assets: loadAssets(await clientDir()), ...(testProcessor ? { testProcessor } : {}) }
  refuseWithoutSite(config.dataDir)
  const ctx = createCtx({ ...config, logLevel: 'warn' }, environment)
  print(placeLine(config, ctx))
  return ctx
}
