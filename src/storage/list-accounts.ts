import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../context.ts'
import { cutPage } from '../lib/cut-page.ts'
import type { Accounts, AccountUsage } from './model.ts'
import { storedBytesSql } from './usage.ts'

type Row = Omit<AccountUsage, 'trusted' | 'verified' | 'createdAt'> & {
  trusted: number
  verified: number
  createdAt: number
}

const select = (which: string) => `
  SELECT u.id, a.handle, a.display_name AS displayName, u.email, u.role = 'owner' OR u.trusted AS trusted, a.verified,
    ${storedBytesSql('u.id')} AS bytes, u.created_at AS createdAt
  FROM (${which}) page JOIN users u ON u.id = page.id JOIN artists a ON a.user_id = u.id
  ORDER BY u.id DESC`

const one = select('SELECT $id AS id')

// The page is selected first, so that only its accounts are summed.
const page = select(`
  SELECT u.id FROM users u JOIN artists a ON a.user_id = u.id
  WHERE u.id < $before AND u.id >= $from
    AND ($like = '%%' OR a.handle LIKE $like ESCAPE '!' OR a.display_name LIKE $like ESCAPE '!' OR u.email LIKE $like ESCAPE '!')
  ORDER BY u.id DESC LIMIT $most`)

const toAccount = ({ trusted, verified, createdAt, ...row }: Row): AccountUsage => ({
  ...row,
  trusted: trusted === 1,
  verified: verified === 1,
  createdAt: new Date(createdAt).toISOString(),
})

// They are looked through in one go, in about 3 ms: nobody else is served meanwhile.
const lookedThrough = 1_000

const lastOfStep = 'SELECT id FROM users WHERE id < $before ORDER BY id DESC LIMIT 1 OFFSET $skipped'

// Sort after every id and before every id.
const [afterAll, beforeAll] = ['~', '']

/** Returns all accounts, newest first, or those whose handle, name or email contains `q`. */
export async function listAccounts(
  ctx: Ctx,
  limit: number,
  { cursor = afterAll, q = '' }: { cursor?: string; q?: string },
): Promise<Accounts> {
  const like = `%${q.trim().replace(/^@/, '').replace(/[!%_]/g, '!$&')}%`
  const { $client: sql } = ctx.db
  const found = sql.query<Row, { before: string; from: string; like: string; most: number }>(page)
  const step = sql.query<{ id: string }, { before: string; skipped: number }>(lastOfStep)
  const rows: Row[] = []
  for (let before = cursor; rows.length <= limit && before !== beforeAll; ) {
    if (before !== cursor) await setImmediate()
    const from = step.get({ before, skipped: lookedThrough - 1 })?.id ?? beforeAll
    rows.push(...found.all({ before, from, like, most: limit + 1 - rows.length }))
    before = from
  }
  const { page: shown, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return { accounts: shown.map(toAccount), nextCursor }
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
