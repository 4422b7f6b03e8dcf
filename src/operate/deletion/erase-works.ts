import { and, eq, inArray, isNull } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { releasePolicies } from '../../../db/schema/casset/usage.ts'
import { purchases } from '../../../db/schema/money/checkout.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { releases, releaseVersions } from '../../../db/schema/release/release.ts'
import { dropPacksJob } from '../../casset/download/sweep-pack.ts'
import { takeOff } from '../../casset/track/delete-track.ts'
import type { Ctx } from '../../context.ts'
import { usesOf } from '../../platform/asset/asset-uses.ts'
import { sweepBlobsJob } from '../../platform/blob/sweep-blobs.ts'
import type { Gone } from './erase-traces.ts'

const atOnce = 10
const assetsAtOnce = 20

const searchIndexes = ['release_search', 'casset_search', 'account_search'] as const

/**
 * Takes all tracks of somebody's cassets off: those that somebody holds stay with their holders (rule 4.13), with the name
 * and the cover that these bought. Nobody holds a casset without a purchase: it keeps neither.
 */
export async function eraseCassets(ctx: Ctx, gone: Gone): Promise<void> {
  const own = ctx.db.select().from(cassets).where(eq(cassets.artistId, gone.artistId)).all()
  for (const { id, name } of own) {
    const theirs = and(eq(tracks.cassetId, id), isNull(tracks.withdrawnAt))
    for (;;) {
      const some = ctx.db.select().from(tracks).where(theirs).limit(atOnce).all()
      if (some.length === 0) break
      await ctx.jointly(() => takeOff(ctx, some))
    }
    const isHeld = ctx.db.select({ id: purchases.id }).from(purchases).where(eq(purchases.cassetId, id)).limit(1).get()
    const keepsName = isHeld && !name.toLowerCase().includes(gone.displayName.toLowerCase())
    await ctx.jointly(() => {
      const blank = { ...(keepsName ? {} : { name: 'A casset' }), ...(isHeld ? {} : { coverAssetId: null }) }
      if (Object.keys(blank).length > 0) ctx.db.update(cassets).set(blank).where(eq(cassets.id, id)).run()
      eraseReleases(ctx, id)
      // Their tags name the artist.
      ctx.jobs.add(dropPacksJob, { cassetId: id }, { key: `deleted:${id}` })
    })
  }
  for (const index of searchIndexes) await dropDeletedWords(ctx, index)
}

// What the index has of one word is merged whole in any case: 7 ms for a word of 100,000 cassets.
const pagesAtOnce = 2

/**
 * Removes the words of deleted rows from a search index, which keeps them until it is merged; a few pages at a time. FTS5
 * could do it with each deletion (secure-delete), but then the doctor found damaged indexes.
 * https://sqlite.org/fts5.html#the_merge_command
 */
async function dropDeletedWords(
  { jointly, db: { $client: sql } }: Ctx,
  index: (typeof searchIndexes)[number],
): Promise<void> {
  const merge = sql.query(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`)
  const changed = sql.query<{ rows: number }, []>('SELECT total_changes() AS rows')
  const step = (pages: number) => {
    const before = changed.get()?.rows ?? 0
    merge.run(pages)
    return (changed.get()?.rows ?? 0) - before
  }
  // A negative number begins to merge everything into one; nothing is left to do when fewer than two rows change.
  for (let pages = -pagesAtOnce; (await jointly(() => step(pages))) >= 2; pages = pagesAtOnce);
}

/** What was signed stays as it was signed (rule 12.6) and is read by nobody; drafts, notes and contacts go. */
function eraseReleases({ db }: Ctx, cassetId: string): void {
  const ids = db.select({ id: releases.id }).from(releases).where(eq(releases.cassetId, cassetId))
  const blank = { title: 'A release', label: null, contributors: [], rightsScopes: [] }
  db.update(releasePolicies).set({ terms: null, contact: null }).where(inArray(releasePolicies.releaseId, ids)).run()
  db.update(releaseVersions).set({ notes: null }).where(inArray(releaseVersions.releaseId, ids)).run()
  db.$client
    .query(
      `DELETE FROM release_search WHERE rowid IN (SELECT v.log_position FROM release_versions v
        JOIN releases r ON r.id = v.release_id WHERE r.casset_id = ?)`,
    )
    .run(cassetId)
  db.update(releases).set(blank).where(eq(releases.cassetId, cassetId)).run()
}

/** Deletes what somebody uploaded, but what collectors have: covers, stems, bought emoji have files of their own. */
export async function eraseAssets(ctx: Ctx, { userId, artistId }: Gone): Promise<void> {
  ctx.db.update(artists).set({ pfpAssetId: null }).where(eq(artists.id, artistId)).run()
  for (let after = ''; ; ) {
    const rows = ctx.db.$client
      .query<{ id: string }, { userId: string; after: string; limit: number }>(
        'SELECT id FROM assets WHERE user_id = $userId AND id > $after ORDER BY id LIMIT $limit',
      )
      .all({ userId, after, limit: assetsAtOnce })
    const last = rows.at(-1)
    if (!last) return
    const used = usesOf(
      ctx,
      rows.map(({ id }) => id),
    )
    await ctx.jointly(() => {
      for (const { id } of rows) {
        if (used.has(id)) continue
        const gone = ctx.db.delete(assets).where(eq(assets.id, id)).returning().get()
        const hashes = gone ? [gone.sha256, ...gone.variants.map(({ sha256 }) => sha256)] : []
        if (hashes.length > 0) ctx.jobs.add(sweepBlobsJob, { hashes }, { key: id })
      }
    })
    after = last.id
  }
}
