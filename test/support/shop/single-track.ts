import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { doctorOf } from '../operate/doctor.ts'
import { restore } from '../operate/restore.ts'
import { temporaryFolder } from '../process.ts'
import type { ServerOptions, TestServer } from '../server.ts'
import { addReadyTrack, type Person } from '../world.ts'
import { openShop } from './checkout.ts'

export const sellTracks = ({ ctx }: Pick<TestServer, 'ctx'>, { cassetId }: Person, trackPriceMinor: number | null) =>
  ctx.db.update(cassets).set({ trackPriceMinor }).where(eq(cassets.id, cassetId)).run()

/** The shop, with a third track: nova's casset costs 700, each of its tracks 150. */
export async function openSingles(options: ServerOptions = {}) {
  const shop = await openShop(options)
  const third = await addReadyTrack(shop.svc.ctx, shop.nova.cassetId, 'Third', { position: 3 })
  sellTracks(shop.svc, shop.nova, 150)
  return { ...shop, third }
}

/**
 * The same shop, whose database can be replaced by a copy that was made of it. `learn` has the
 * doctor read from the processor what the copy does not know.
 */
export async function openRestorableSingles() {
  const folder = temporaryFolder()
  const env = { PAYMENTS: 'test' }
  const options = { env, dataDir: folder.path }
  const shop = await openSingles(options)
  return {
    ...shop,
    restore: (copy: string) => restore(shop.svc, copy, options),
    learn: () => doctorOf(folder.path, env, 'reconciling', { fix: true }),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}
