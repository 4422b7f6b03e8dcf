import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isAmong } from '../../db/among.ts'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import type { Ctx } from '../context.ts'
import { givenState } from './own-state.ts'

export const assetUses = ['cover', 'background', 'picture', 'stems', 'emoji', 'submission', 'letter', 'site'] as const

/** A use of an asset; `words` tell its owner of it: "the cover of your casset". */
export type AssetUse = { assetId: string; use: (typeof assetUses)[number]; words: string }

/** A room whose tables name stored files or assets: the answers to what platform asks of these. */
export type FileHolder = {
  /** Returns whether a row names the file with this hash. A file that no room names is deleted. */
  names?(ctx: Pick<Ctx, 'db'>, sha256: string): boolean
  /** Returns the uses of assets, by a JSON array of their ids. An asset in use is not deleted. */
  uses?(ctx: Pick<Ctx, 'db'>, ids: string): AssetUse[]
  /** Returns expressions of the bytes that an account stores, which together are its usage. */
  bytes?(db: Db, userId: SQLiteColumn | Placeholder): SQL<number>[]
}

export const fileHoldersOf = givenState<readonly FileHolder[]>('rooms that hold files')

export function usesIn(
  table: SQLiteTable,
  column: SQLiteColumn,
  told: Pick<AssetUse, 'use' | 'words'>,
): NonNullable<FileHolder['uses']> {
  const named = prepared((db) =>
    db
      .select({ assetId: sql<string>`${column}` })
      .from(table)
      .where(isAmong(column, sql.placeholder('ids'))),
  )
  return ({ db }, ids) =>
    named(db)
      .all({ ids })
      .map(({ assetId }) => ({ assetId, ...told }))
}
