import { closeDb } from '../../../db/open.ts'
import { readConfig } from '../../../src/config.ts'
import { createCtx } from '../../../src/context.ts'
import { testAssets } from '../../support/assets.ts'
import { addReadyTrack, cast, type Person } from '../../support/world.ts'

/** Who acts in the rush: an artist who uploads, one who sells, and people who buy once each. */
export type Cast = { uploader: Person; seller: Person; buyers: Person[] }

/** Makes the data folder without a server. */
export async function fillCast(dataDir: string, buyers: number): Promise<Cast> {
  const ctx = createCtx(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), {
    assets: await testAssets(),
    selfCommand: [],
    pids: { own: 0, isAlive: () => false },
  })
  const seller = cast(ctx, 'seller', { priceMinor: 700 })
  await addReadyTrack(ctx, seller.cassetId, 'A song for sale')
  const made = ctx.db.transaction(() => ({
    uploader: cast(ctx, 'uploader'),
    buyers: Array.from({ length: buyers }, (_, n) => cast(ctx, `buyer${n}`)),
  }))
  closeDb(ctx.db)
  return { seller, ...made }
}
