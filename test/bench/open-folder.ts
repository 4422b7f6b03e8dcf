import { readConfig } from '../../src/config.ts'
import type { Ctx } from '../../src/context.ts'
import { createCtx } from '../../src/create-context.ts'
import { testAssets } from '../support/platform/assets.ts'

// As the program does when it starts: its files are for its own user alone.
process.umask(0o077)

/** Opens a data folder without a server, to fill it. */
export const openFolder = async (dataDir: string): Promise<Ctx> =>
  createCtx(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
    assets: await testAssets(),
    selfCommand: [],
    pids: { own: 0, isAlive: () => false },
  })
