import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../../db/prepared.ts'
import { assets } from '../../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../../context.ts'
import { toCover } from '../asset-url.ts'
import type { Cover } from '../shape.ts'

const picture = prepared((db) =>
  db
    .select({ id: assets.id, color: assets.color, width: assets.width })
    .from(assets)
    .where(and(eq(assets.id, sql.placeholder('id')), eq(assets.kind, 'image'))),
)

/** Returns an uploaded picture by its id, whoever uploaded it; undefined for none. */
export function pictureOf({ db }: Pick<Ctx, 'db'>, id: string): Cover | undefined {
  const found = picture(db).get({ id })
  return found && toCover(found)
}
