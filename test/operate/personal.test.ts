import { expect, test } from 'bun:test'
import { sectionsOf } from '../../src/operate/export/write-sections.ts'
import { personal } from '../../src/rooms.ts'
import { querySteps } from '../support/query-steps.ts'
import { startServer, type TestServer } from '../support/server.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** The books, and what knows an account by its id alone: rows of these stay when it is deleted. */
const staying =
  words(`campaign_entries campaign_moves campaign_passed campaign_payouts campaigns cassets co_members co_split_parts
  dispute_shares disputes emoji_purchases everything_purchases ledger_accounts order_parts orders owed_parts purchases
  referral_credits referral_links seller_accounts setting_changes statements supports tips track_holdings
  uploads`)

/** The columns that an export does not say of its reader, and why. */
const unlisted = {
  'lets somebody in, or did': words(`former_addresses mailed_tokens pending_identities push_subscriptions recovery_codes
    sign_in_flows sign_in_steps`),
  'is what others wrote, asked or decided': words('disputes dispute_shares invitations'),
  'says again what another list says': words(`account_search campaign_moves credited_accounts ledger_accounts
    mailing_list_counts owed_parts searched_accounts seller_accounts seller_permissions`),
  'is of a moment': words('account_exports notification_digests uploads'),
}

/** Every table with a column of a person. */
const tablesOfPeople = ({ ctx }: TestServer): string[] =>
  ctx.db.$client
    .query<{ name: string }, []>(
      `SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND c.name IN ('user_id', 'artist_id', 'author_id', 'reporter_id', 'actor_id', 'email') ORDER BY m.name`,
    )
    .all()
    .map(({ name }) => name)

const planOf = (svc: TestServer, sql: string) => {
  const named = { userId: '', artistId: '', email: '', cassetId: '', limit: 1, k0: '', k1: '', k2: '' }
  const steps = svc.ctx.db.$client.query<{ detail: string }, typeof named>(`EXPLAIN QUERY PLAN ${sql}`).all(named)
  return steps.map(({ detail }) => detail)
}

test('a room that keeps something of a person says what becomes of it when their account is deleted', async () => {
  await using svc = await startServer()
  const erased = personal.flatMap(({ erases = [] }) => erases)
  expect([...erased, ...staying].toSorted()).toEqual(tablesOfPeople(svc))
})

test('a table with something of a person is in their export, or is named here with the reason', async () => {
  await using svc = await startServer()
  const read = sectionsOf(svc.ctx).flatMap(({ sql }) =>
    [...sql.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, name = '']) => name),
  )
  const left = tablesOfPeople(svc).filter((name) => !read.includes(name))
  expect(left).toEqual(Object.values(unlisted).flat().toSorted())
})

test('no page of an export reads more than it has, by an index and in its order', async () => {
  await using svc = await startServer()
  const plans = sectionsOf(svc.ctx).map(({ name, sql }) => {
    const details = planOf(svc, sql)
    // SQLite reads here the list of the keys that it has found, which is the page itself.
    const found = details.indexOf('SCAN p')
    const finding = found < 0 ? details : details.slice(0, found)
    return [name, finding.filter((detail) => /^SCAN|TEMP B-TREE FOR ORDER BY/.test(detail))]
  })
  expect(plans.length).toBeGreaterThan(30)
  expect(plans.filter(([, bad]) => bad?.length !== 0)).toEqual([])
})

test('no step of a deletion reads rows of others: each finds its few by an index', async () => {
  await using svc = await startServer()
  const traces = personal.flatMap(({ traces: each = [] }) => each)
  expect(traces.length).toBeGreaterThan(10)
  const statements = traces.map((trace) => trace(svc.ctx.db).getQuery().sql)
  expect(statements.filter((sql) => !/ limit \?\)/.test(sql))).toEqual([])
  // On a connection of its own: an explained deletion keeps others from committing until it is
  // collected, and the jobs of the start wait for that.
  const plans = statements.map(
    (sql) => [sql, querySteps(svc, [sql]).filter((detail) => detail.startsWith('SCAN'))] as const,
  )
  expect(plans.filter(([, bad]) => bad.length > 0)).toEqual([])
})
