import type { Config } from '../config.ts'
import { type Ctx, createCtx, type Surroundings } from '../context.ts'
import { loadAssets } from '../web/assets.ts'
import { clientDir } from '../web/client-dir.ts'
import type { Machine } from './start-serving.ts'

/** The context for a command that works on the data folder beside a running service: it neither listens nor takes jobs. */
export async function openCtx(
  config: Config,
  machine: Machine,
  testProcessor?: Surroundings['testProcessor'],
): Promise<Ctx> {
  const around = { ...machine, assets: loadAssets(await clientDir()), ...(testProcessor ? { testProcessor } : {}) }
  return createCtx({ ...config, logLevel: 'warn' }, around)
}
