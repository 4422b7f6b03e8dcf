import type { Ctx } from '../../context.ts'

/** A use of an asset. */
export const assetUses = ['cover', 'background', 'picture', 'stems', 'emoji', 'submission'] as const

export type AssetUse = (typeof assetUses)[number]

type UseRow = { assetId: string; use: AssetUse; name: string }

const uses = `
  SELECT cover_asset_id AS assetId, 'cover' AS use, name FROM cassets
    WHERE cover_asset_id IN (SELECT value FROM json_each($ids))
  UNION ALL SELECT background_asset_id, 'background', name FROM cassets
    WHERE background_asset_id IN (SELECT value FROM json_each($ids))
  UNION ALL SELECT pfp_asset_id, 'picture', handle FROM artists
    WHERE pfp_asset_id IN (SELECT value FROM json_each($ids))
  UNION ALL SELECT stems_asset_id, 'stems', title FROM tracks
    WHERE stems_asset_id IN (SELECT value FROM json_each($ids))
  UNION ALL SELECT asset_id, 'emoji', shortcode FROM emojis
    WHERE asset_id IN (SELECT value FROM json_each($ids)) AND withdrawn_at IS NULL
  UNION ALL SELECT asset_id, 'submission', caption FROM submissions
    WHERE asset_id IN (SELECT value FROM json_each($ids))`

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
  const rows = ctx.db.$client.query<UseRow, { ids: string }>(uses).all({ ids: JSON.stringify(ids) })
  return Map.groupBy(rows, ({ assetId }) => assetId)
}

/** Returns the uses in words: "the cover of your casset, the stems of "Dawn"". */
export const useWords = (rows: readonly UseRow[]): string => rows.map(({ use, name }) => words[use](name)).join(', ')
