import { asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { listedCassets, searchedCassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { listedEntries } from '../recent-cassets.ts'

const { position, cassetId } = searchedCassets
const select = (db: Db) =>
  db
    .select({ position, id: cassetId })
    .from(searchedCassets)
    .innerJoin(listedCassets, eq(listedCassets.cassetId, cassetId))
const first = prepared((db) => select(db).orderBy(asc(position)).limit(1))
const last = prepared((db) => select(db).orderBy(desc(position)).limit(1))
const from = prepared((db) =>
  select(db)
    .where(gte(position, sql.placeholder('position')))
    .orderBy(asc(position))
    .limit(1),
)

/** Returns the slug of some public casset; undefined while there is none. */
export function surprise(ctx: Ctx): string | undefined {
  const [lowest, highest] = [first(ctx.db).get(), last(ctx.db).get()]
  if (!lowest || !highest) return undefined
  const share = Buffer.from(ctx.random(4)).readUInt32LE() / 2 ** 32
  const at = lowest.position + Math.floor(share * (highest.position - lowest.position + 1))
  const found = from(ctx.db).get({ position: at }) ?? lowest
  return listedEntries(ctx, [found.id])[0]?.handle
}
