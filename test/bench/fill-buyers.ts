import { closeDb } from '../../db/open.ts'
import { readConfig } from '../../src/config.ts'
import { createCtx } from '../../src/context.ts'
import { testAssets } from '../support/assets.ts'
import { addReadyTrack, cast } from '../support/world.ts'
import type { Buyer } from './buyers.ts'

/** A data folder with a casset for sale and so many buyers who are signed in. */
export type Market = { slug: string; seller: { cassetId: string; cookie: string }; buyers: Buyer[] }

/** Makes the folder without a server. */
export async function fillBuyers(dataDir: string, count: number): Promise<Market> {
  const ctx = createCtx(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
    assets: await testAssets(),
    selfCommand: [],
    pids: { own: 0, isAlive: () => false },
  })
  const { cassetId, handle, cookie } = cast(ctx, 'seller', { priceMinor: 700 })
  await addReadyTrack(ctx, cassetId, 'A song for sale')
  const buyers = ctx.db.transaction(() => Array.from({ length: count }, (_, n) => cast(ctx, `buyer${n}`)))
  closeDb(ctx.db)
  return {
    slug: handle,
    seller: { cassetId, cookie },
    buyers: buyers.map(({ userId, cookie }) => ({ userId, cookie })),
  }
}
