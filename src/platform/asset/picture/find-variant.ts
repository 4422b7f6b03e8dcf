import { eq } from 'drizzle-orm'
import { assets, type StoredVariant } from '../../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'

/** Returns a size of a picture by its file name, such as 640.webp or 640.jpg. Throws NOT_FOUND. */
export function findVariant(ctx: Ctx, assetId: string, file: string): StoredVariant {
  const row = ctx.db.select().from(assets).where(eq(assets.id, assetId)).get()
  const variant = row?.variants.find(({ width }) => file === `${width}.webp` || file === `${width}.jpg`)
  if (!variant) throw notFound('picture')
  return variant
}
