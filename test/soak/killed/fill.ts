import { closeDb } from '../../../db/open.ts'
import { openFolder } from '../../bench/open-folder.ts'
import { addReadyTrack, cast, type Person } from '../../support/world.ts'

/** The people of the rush: an artist who uploads, one who sells, and people who buy once each. */
export type Cast = { uploader: Person; seller: Person; buyers: Person[] }

/** Makes the data folder without a server. */
export async function fillCast(dataDir: string, buyers: number): Promise<Cast> {
  const ctx = await openFolder(dataDir)
  const seller = cast(ctx, 'seller', { priceMinor: 700 })
  await addReadyTrack(ctx, seller.cassetId, 'A song for sale')
  const made = ctx.db.transaction(() => ({
    uploader: cast(ctx, 'uploader'),
    buyers: Array.from({ length: buyers }, (_, n) => cast(ctx, `buyer${n}`)),
  }))
  closeDb(ctx.db)
  return { seller, ...made }
}
