import { closeDb } from '../../db/open.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { addReadyTrack, cast } from '../support/world.ts'
import { growthSql } from './growth-sql.ts'
import { openFolder } from './open-folder.ts'

/** Each casset has an artist who also buys; four in five sales are the seller's. */
export type Size = { cassets: number; sales: number; codesInBatch: number }

/** The cookies of the instance's owner, one who sold much, and one who collected a hundred. */
export type Cookies = { owner: string; seller: string; collector: string }

export type Grown = { cookies: Cookies; ids: { hook: string; drop: string } }

/** Fills a data folder in plain SQL: even so a million ledger entries take half a minute. */
export async function fillGrowth(dataDir: string, size: Size): Promise<Grown> {
  const ctx = await openFolder(dataDir)
  const people = [cast(ctx, 'owner'), cast(ctx, 'seller', { priceMinor: 700 }), cast(ctx, 'collector')] as const
  const [owner, seller, collector] = people
  makeOwner(ctx, 'owner@example.com')
  for (let n = 0; n < 10; n += 1) await addReadyTrack(ctx, seller.cassetId, `Song number ${n}`, { position: n })
  const { $client: sql } = ctx.db
  // Nothing here has to outlive a power failure.
  sql.run('PRAGMA synchronous = OFF')
  sql.transaction(() => {
    for (const statement of growthSql(size, seller, collector, ctx.now())) sql.run(statement)
  })()
  const idOf = (question: string) => sql.query<{ id: string }, []>(question).get()?.id ?? ''
  const ids = {
    hook: idOf('SELECT hook_id AS id FROM campaigns LIMIT 1'),
    drop: idOf('SELECT campaign_id AS id FROM campaign_entries LIMIT 1'),
  }
  closeDb(ctx.db)
  return { cookies: { owner: owner.cookie, seller: seller.cookie, collector: collector.cookie }, ids }
}
