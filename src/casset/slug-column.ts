import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'

type Handle = { handle: SQLWrapper }

/** Returns the slug of a casset as a column of a query, as `slugOf` does of a row. */
export const slugColumn = ({ handle }: Handle = artists): SQL<string> =>
  sql<string>`coalesce(${cassets.slug}, ${handle} || '.' || ${cassets.word}, ${handle})`
