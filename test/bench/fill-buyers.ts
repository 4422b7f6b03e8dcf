import { closeDb } from '../../db/open.ts'
import { addReadyTrack, cast } from '../support/world.ts'
import type { Buyer } from './buyers.ts'
import { openFolder } from './open-folder.ts'

export type Market = { slug: string; seller: { cassetId: string; cookie: string }; buyers: Buyer[] }

/** Fills a data folder, without a server, with a casset for sale and signed-in buyers. */
export async function fillBuyers(dataDir: string, count: number): Promise<Market> {
  const ctx = await openFolder(dataDir)
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
