import type { Ctx } from '../../context.ts'
import { type AssetUse, fileHoldersOf } from '../file-holder.ts'

export function usesOf(ctx: Ctx, ids: readonly string[]): Map<string, AssetUse[]> {
  const asked = JSON.stringify(ids)
  const uses = fileHoldersOf(ctx).flatMap((holder) => holder.uses?.(ctx, asked) ?? [])
  return Map.groupBy(uses, ({ assetId }) => assetId)
}
