import { eq, sql } from 'drizzle-orm'
import { NoRow, prepared, rawStatement } from '../../../db/prepared.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import type { FileHolder } from '../file-holder.ts'

const itself = prepared((db) =>
  db
    .select({ id: assets.id })
    .from(assets)
    .where(eq(assets.sha256, sql.placeholder('sha256')))
    .limit(1),
)

// Raw: json_each as a table.
const asVariant = rawStatement<typeof NoRow, [string]>(
  NoRow,
  "SELECT 1 FROM assets, json_each(assets.variants) WHERE json_extract(value, '$.sha256') = ?1 LIMIT 1",
)

export const assetFiles: FileHolder = {
  names: ({ db }, sha256) => itself(db).get({ sha256 }) !== undefined || asVariant(db).get(sha256) !== null,
  bytes: (db, userId) => [
    sql`${db
      .select({ bytes: sql`total(${assets.bytes}) + total(${assets.variantBytes})` })
      .from(assets)
      .where(eq(assets.userId, userId))}`,
  ],
}
