import { eq } from 'drizzle-orm'
import { assets } from '../../db/schema/casset.ts'
import { toCover } from '../asset/asset-url.ts'
import type { Ctx } from '../context.ts'
import type { CassetRow } from './own-casset.ts'
import { toCasset, toTheme } from './to-casset.ts'

/** Returns a casset with its whole look, as its owner gets it after a change. */
export function toUpdate(ctx: Ctx, row: CassetRow, handle: string) {
  const cover = row.coverAssetId ? ctx.db.select().from(assets).where(eq(assets.id, row.coverAssetId)).get() : undefined
  return {
    casset: toCasset(row, handle),
    theme: toTheme(row),
    texture: { profilePatternId: row.patternId },
    cover: cover ? toCover(cover) : null,
  }
}
