import { closeDb } from '../../db/open.ts'
import { readConfig } from '../../src/config.ts'
import { createCtx } from '../../src/context.ts'
import { testAssets } from '../support/assets.ts'
import { cast } from '../support/world.ts'

/** Makes a folder with so many rooms, `room0` and on, whose artists are those who talk. Returns their cookies. */
export async function fillRooms(dataDir: string, count: number): Promise<string[]> {
  const ctx = createCtx(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
    assets: await testAssets(),
    selfCommand: [],
    pids: { own: 0, isAlive: () => false },
  })
  const people = ctx.db.transaction(() => Array.from({ length: count }, (_, n) => cast(ctx, `room${n}`)))
  closeDb(ctx.db)
  return people.map(({ cookie }) => cookie)
}
