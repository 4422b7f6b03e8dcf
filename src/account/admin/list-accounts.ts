import { Type as t } from '@sinclair/typebox'
import { desc, eq, gt, lt, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared, rawStatement } from '../../../db/prepared.ts'
import { artists, searchedAccounts, users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { queryOfBeginnings } from '../../lib/text/search-words.ts'
import { ownState } from '../../platform/own-state.ts'
import { storedBytes } from '../../platform/storage/usage.ts'
import type { Accounts } from './model.ts'
import type { AccountUsage } from './shape.ts'

const { placeholder } = sql

const columns = (ctx: Pick<Ctx, 'db'>) => ({
  id: users.id,
  handle: artists.handle,
  displayName: artists.displayName,
  email: users.email,
  trusted: sql`${users.role} = 'owner' OR ${users.trusted}`.mapWith(Boolean),
  verified: artists.verified,
  suspended: sql`${users.suspended} IS NOT NULL`.mapWith(Boolean),
  bytes: storedBytes(ctx, users.id),
  createdAt: users.createdAt,
})

const byIds = ownState((ctx) =>
  ctx.db
    .select(columns(ctx))
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(isAmong(users.id, placeholder('ids')))
    .prepare(),
)

// The page is selected first, so that only its accounts are summed.
const newestIds = prepared((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(lt(users.id, placeholder('before')))
    .orderBy(desc(users.id))
    .limit(placeholder('most')),
)

const Found = t.Object({ id: t.String() })
// Raw: FTS5.
const foundIds = rawStatement<typeof Found, { words: string; from: number; most: number }>(
  Found,
  `SELECT s.user_id AS id FROM account_search f JOIN searched_accounts s ON s.position = f.rowid
   WHERE account_search MATCH $words AND f.rowid >= $from ORDER BY f.rowid LIMIT $most`,
)

const nextPlace = prepared((db) =>
  db
    .select({ position: searchedAccounts.position })
    .from(searchedAccounts)
    .where(lt(searchedAccounts.userId, placeholder('cursor')))
    .orderBy(desc(searchedAccounts.userId))
    .limit(1),
)

type Row = Omit<AccountUsage, 'createdAt'> & { createdAt: number }

const toAccount = ({ createdAt, ...row }: Row): AccountUsage => ({
  ...row,
  createdAt: new Date(createdAt).toISOString(),
})

/** Sorts after every id. */
const afterAll = '~'

type AccountsAsked = { cursor?: string; q?: string }

/**
 * Returns all accounts, newest first, or those that have a word in handle, name or email with each
 * of the beginnings in `q` (as rule: casset-search has it for cassets).
 */
export function listAccounts(ctx: Ctx, limit: number, { cursor, q = '' }: AccountsAsked): Accounts {
  const { db } = ctx
  const most = limit + 1
  const found = q.trim() === '' ? newestIds(db).all({ before: cursor ?? afterAll, most }) : search(ctx, q, cursor, most)
  const { page, nextCursor } = cutPage(found, limit, ({ id }) => id)
  const ids = page.map(({ id }) => id)
  const byId = new Map(
    byIds(ctx)
      .all({ ids: JSON.stringify(ids) })
      .map((row) => [row.id, row]),
  )
  return { accounts: ids.flatMap((id) => byId.get(id) ?? []).map(toAccount), nextCursor }
}

function search({ db }: Ctx, q: string, cursor: string | undefined, most: number): { id: string }[] {
  const words = queryOfBeginnings(q)
  if (words === null) return []
  const from = cursor === undefined ? 0 : nextPlace(db).get({ cursor })?.position
  return from === undefined ? [] : foundIds(db).all({ words, from, most })
}

export function readAccountUsage(ctx: Ctx, id: string): AccountUsage | undefined {
  const [row] = byIds(ctx).all({ ids: JSON.stringify([id]) })
  return row && toAccount(row)
}

const largest = ownState((ctx) => {
  const stored = ctx.db
    .select({ handle: artists.handle, bytes: storedBytes(ctx, users.id).as('bytes') })
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .as('stored')
  const { handle, bytes } = stored
  const heavy = ctx.db.select({ handle, bytes }).from(stored).where(gt(bytes, 0)).orderBy(desc(bytes))
  return heavy.limit(placeholder('most')).prepare()
})

export const largestAccounts = (ctx: Ctx, most: number) => largest(ctx).all({ most })
