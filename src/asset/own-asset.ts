import { and, eq } from 'drizzle-orm'
import { assets } from '../../db/schema/casset.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import type { Asset } from './add-asset.ts'

/** An asset of the caller's that a body names. Throws VALIDATION on that field for another's, an absent or a wrong one. */
export function ownAsset(ctx: Ctx, author: Viewer, kind: Asset['kind'], id: string, field: string): Asset {
  const mine = and(eq(assets.id, id), eq(assets.userId, author.userId), eq(assets.kind, kind))
  const asset = ctx.db.select().from(assets).where(mine).get()
  if (!asset) throw invalid(field, `"${field}" is not one of your uploaded ${kind === 'image' ? 'pictures' : 'stems'}.`)
  return asset
}
