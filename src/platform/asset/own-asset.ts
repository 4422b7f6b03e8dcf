import { and, eq } from 'drizzle-orm'
import { assets } from '../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import type { Viewer } from '../http/session/session.ts'
import type { Asset } from './add-asset.ts'

const plurals = { image: 'pictures', stems: 'stems', clip: 'clips' } as const

/** Returns a picture of an account by its content; undefined when it has none like it. */
export function findOwnPicture({ db }: Ctx, userId: string, sha256: string): Asset | undefined {
  const which = and(eq(assets.userId, userId), eq(assets.sha256, sha256), eq(assets.kind, 'image'))
  return db.select().from(assets).where(which).limit(1).get()
}

/** Throws VALIDATION for that field when it is absent, another's or of a wrong kind. */
export function ownAsset(ctx: Ctx, author: Viewer, kind: Asset['kind'], id: string, field: string): Asset {
  const mine = and(eq(assets.id, id), eq(assets.userId, author.userId), eq(assets.kind, kind))
  const asset = ctx.db.select().from(assets).where(mine).get()
  if (!asset) throw invalid(field, `"${field}" is not one of your uploaded ${plurals[kind]}.`)
  return asset
}
