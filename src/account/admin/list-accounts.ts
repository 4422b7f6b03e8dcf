import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { queryOfBeginnings } from '../../lib/search-words.ts'
import { storedBytesSql } from '../../platform/storage/usage.ts'
import type { Accounts, AccountUsage } from './model.ts'

type Row = Omit<AccountUsage, 'trusted' | 'verified' | 'createdAt'> & {
  trusted: number
  verified: number
  createdAt: number
}

const select = (which: string, order = 'u.id DESC') => `
  SELECT u.id, a.handle, a.display_name AS displayName, u.email, u.role = 'owner' OR u.trusted AS trusted, a.verified,
    ${storedBytesSql('u.id')} AS bytes, u.created_at AS createdAt
  FROM (${which}) page JOIN users u ON u.id = page.id JOIN artists a ON a.user_id = u.id
  ORDER BY ${order}`

const one = select('SELECT $id AS id')

// The page is selected first, so that only its accounts are summed.
const newest = select('SELECT id FROM users WHERE id < $before ORDER BY id DESC LIMIT $most')

const found = select(
  `SELECT s.user_id AS id, s.position FROM account_search f JOIN searched_accounts s ON s.position = f.rowid
    WHERE account_search MATCH $words AND f.rowid >= $from ORDER BY f.rowid LIMIT $most`,
  'page.position',
)

const nextPlace = 'SELECT position FROM searched_accounts WHERE user_id < $cursor ORDER BY user_id DESC LIMIT 1'

const toAccount = ({ trusted, verified, createdAt, ...row }: Row): AccountUsage => ({
  ...row,
  trusted: trusted === 1,
  verified: verified === 1,
  createdAt: new Date(createdAt).toISOString(),
})

/** Sorts after every id. */
const afterAll = '~'

type Place = { position: number }
type AccountsAsked = { cursor?: string; q?: string }

/**
 * Returns all accounts, newest first, or those that have a word in handle, name or email with each of the beginnings in
 * `q` (as rule 4.14 has it for cassets).
 */
export function listAccounts(ctx: Ctx, limit: number, { cursor, q = '' }: AccountsAsked): Accounts {
  const rows = q.trim() === '' ? newestBefore(ctx, cursor ?? afterAll, limit + 1) : search(ctx, q, cursor, limit + 1)
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { accounts: page.map(toAccount), nextCursor }
}

const newestBefore = ({ db }: Ctx, before: string, most: number): Row[] =>
  db.$client.query<Row, { before: string; most: number }>(newest).all({ before, most })

function search({ db: { $client: sql } }: Ctx, q: string, cursor: string | undefined, most: number): Row[] {
  const words = queryOfBeginnings(q)
  if (words === null) return []
  const from = cursor === undefined ? 0 : sql.query<Place, { cursor: string }>(nextPlace).get({ cursor })?.position
  if (from === undefined) return []
  return sql.query<Row, { words: string; from: number; most: number }>(found).all({ words, from, most })
}

/** Returns one account as the owner of the instance sees it. */
export function readAccountUsage(ctx: Ctx, id: string): AccountUsage | undefined {
  const row = ctx.db.$client.query<Row, { id: string }>(one).get({ id })
  return row ? toAccount(row) : undefined
}

const largest = `SELECT handle, bytes FROM
  (SELECT a.handle, ${storedBytesSql('a.user_id')} AS bytes FROM artists a) WHERE bytes > 0 ORDER BY bytes DESC LIMIT $most`

/** Returns the accounts that store most. */
export const largestAccounts = (ctx: Ctx, most: number) =>
  ctx.db.$client.query<{ handle: string; bytes: number }, { most: number }>(largest).all({ most })
