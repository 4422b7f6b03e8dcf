import { and, isNull, sql } from 'drizzle-orm'
import { type SQLiteColumn, unionAll } from 'drizzle-orm/sqlite-core'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { emojis } from '../../../db/schema/money/emoji.ts'
import type { Ctx } from '../../context.ts'

/** A use of an asset. */
export const assetUses = ['cover', 'background', 'picture', 'stems', 'emoji', 'submission'] as const

export type AssetUse = (typeof assetUses)[number]

type UseRow = { assetId: string; use: AssetUse; name: string }

const uses = prepared((db) => {
  const ids = sql.placeholder('ids')
  const picked = (use: AssetUse, assetId: SQLiteColumn, name: SQLiteColumn) => ({
    assetId: sql<string>`${assetId}`,
    use: sql<AssetUse>`${use}`,
    name: sql<string>`${name}`,
  })
  const cover = db
    .select(picked('cover', cassets.coverAssetId, cassets.name))
    .from(cassets)
    .where(isAmong(cassets.coverAssetId, ids))
  const background = db
    .select(picked('background', cassets.backgroundAssetId, cassets.name))
    .from(cassets)
    .where(isAmong(cassets.backgroundAssetId, ids))
  const picture = db
    .select(picked('picture', artists.pfpAssetId, artists.handle))
    .from(artists)
    .where(isAmong(artists.pfpAssetId, ids))
  const stems = db
    .select(picked('stems', tracks.stemsAssetId, tracks.title))
    .from(tracks)
    .where(isAmong(tracks.stemsAssetId, ids))
  const emoji = db
    .select(picked('emoji', emojis.assetId, emojis.shortcode))
    .from(emojis)
    .where(and(isAmong(emojis.assetId, ids), isNull(emojis.withdrawnAt)))
  const submission = db
    .select(picked('submission', submissions.assetId, submissions.caption))
    .from(submissions)
    .where(isAmong(submissions.assetId, ids))
  return unionAll(cover, background, picture, stems, emoji, submission)
})

const words: Readonly<Record<AssetUse, (name: string) => string>> = {
  cover: () => 'the cover of your casset',
  background: () => 'the background of your page',
  picture: () => 'your picture',
  stems: (title) => `the stems of "${title}"`,
  emoji: (shortcode) => `the emoji :${shortcode}:`,
  submission: () => 'a clip that you submitted',
}

/** Returns the uses of assets, by asset. */
export function usesOf(ctx: Ctx, ids: readonly string[]): Map<string, UseRow[]> {
  const rows = uses(ctx.db).all({ ids: JSON.stringify(ids) })
  return Map.groupBy(rows, ({ assetId }) => assetId)
}

/** Returns the uses in words: "the cover of your casset, the stems of "Dawn"". */
export const useWords = (rows: readonly UseRow[]): string => rows.map(({ use, name }) => words[use](name)).join(', ')
