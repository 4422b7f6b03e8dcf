import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { ServerOptions, TestServer } from '../server.ts'
import { addReadyTrack, type Person } from '../world.ts'
import { openShop } from './checkout.ts'

/** Sells the tracks of somebody's casset one by one. */
export const sellTracks = ({ ctx }: Pick<TestServer, 'ctx'>, { cassetId }: Person, trackPriceMinor: number | null) =>
  ctx.db.update(cassets).set({ trackPriceMinor }).where(eq(cassets.id, cassetId)).run()

/** The shop, with a third track: nova's casset costs 700, each of its tracks 150. */
export async function openSingles(options: ServerOptions = {}) {
  const shop = await openShop(options)
  const third = await addReadyTrack(shop.svc.ctx, shop.nova.cassetId, 'Third', { position: 3 })
  sellTracks(shop.svc, shop.nova, 150)
  return { ...shop, third }
}
