import { closeDb } from '../../../db/open.ts'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { openFolder } from '../../bench/open-folder.ts'
import { addReadyTrack, cast, type Person } from '../../support/world.ts'

/** The people of the rush. Buyers buy once each. */
export type Cast = {
  uploader: Person
  seller: Person
  /** The artist of a preorder. */
  early: Person
  owner: Person
  /** Returns a buyer who has bought nothing yet. Throws when there is none. */
  nextBuyer(): Person
  trackId: string
}

export const siteEnv = {
  LOG_LEVEL: 'silent',
  PAYMENTS: 'test',
  PLATFORM_FEE_PERCENT: '10',
  GIVE_BACK: 'on',
  TRUSTED_PROXIES: '127.0.0.1',
  PATH: Bun.env.PATH ?? '',
}

export async function fillCast(dataDir: string, mostBuyers: number, opensAt: number): Promise<Cast> {
  const ctx = await openFolder(dataDir)
  const seller = cast(ctx, 'seller', { priceMinor: 700 })
  const { id: trackId } = await addReadyTrack(ctx, seller.cassetId, 'A song for sale')
  const early = cast(ctx, 'early', { priceMinor: 500, opensAt, opensZone: 'UTC' })
  await addReadyTrack(ctx, early.cassetId, 'A song to come')
  const owner = cast(ctx, 'owner')
  makeOwner(ctx, 'owner@example.com')
  const { uploader, buyers } = ctx.db.transaction(() => ({
    uploader: cast(ctx, 'uploader'),
    buyers: Array.from({ length: mostBuyers }, (_, n) => cast(ctx, `buyer${n}`)),
  }))
  closeDb(ctx.db)
  const left = buyers.values()
  const nextBuyer = () => {
    const { value } = left.next()
    if (value === undefined) throw new Error('Everybody has bought.')
    return value
  }
  return { seller, early, owner, trackId, uploader, nextBuyer }
}
