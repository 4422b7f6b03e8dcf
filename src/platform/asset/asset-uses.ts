import type { Ctx } from '../../context.ts'
import { type AssetUse, fileHoldersOf } from '../file-holder.ts'

/** Returns the uses of assets, by asset. */
export function usesOf(ctx: Ctx, ids: readonly string[]): Map<string, AssetUse[]> {
  const asked = JSON.stringify(ids)
  const uses = fileHoldersOf(ctx).flatMap((holder) => holder.uses?.(ctx, asked) ?? [])
  return Map.groupBy(uses, ({ assetId }) => assetId)
}
