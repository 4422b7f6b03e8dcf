import { expect, setDefaultTimeout, test } from 'bun:test'
import { inTransaction } from '../../db/commits.ts'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { post } from '../../src/books/ledger/post.ts'
import { makeStatements, makeStatementsJob } from '../../src/earnings/statement/make-statements.ts'
import { monthAt, monthBeside, monthText, startOfMonth } from '../../src/lib/time/month.ts'
import { rowsOf } from '../support/account/account.ts'
import { csvOf, fan, html, refundOf, switchOnVat } from '../support/books/vat.ts'
import { testLimitMs } from '../support/limits.ts'
import type { TestServer } from '../support/server.ts'
import { collect, goodCard, settled, startShop } from '../support/shop/checkout.ts'
import { inMs, setOpening } from '../support/shop/preorder.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const dayMs = 86_400_000

/** A label that sells nova's casset, ten days before the end of a year. */
async function openLabel(env: Record<string, string> = {}) {
  const svc = await startShop({ env: { PLATFORM_FEE_PERCENT: '10', ...env } })
  svc.tick(Date.UTC(2030, 11, 22) - svc.ctx.now())
  const people = await world(svc)
  const label = cast(svc.ctx, 'label', { priceMinor: 500 })
  await addReadyTrack(svc.ctx, label.cassetId, 'House')
  makeOwner(svc.ctx, 'label@example.com')
  return { svc, label, ...people }
}

const buy = async (svc: TestServer, name: string, amount: number, slug = 'nova') => {
  const started = await collect(svc, fan(svc, name), goodCard, { slug, amount })
  svc.tick(2_000)
  await settled(svc)
  return started
}

const listOf = async (svc: TestServer, { cookie }: Person) => {
  const { json } = await svc.call('GET', '/api/studio/statements', { cookie })
  const { statements } = Object(json)
  return statements
}

/** The debt to an artist at the beginning of a month, by the ledger. */
const owedAt = ({ ctx }: TestServer, { artistId }: Person, month: number): number =>
  Number(
    ctx.db.$client
      .query(
        `SELECT coalesce(sum(e.amount_minor), 0) FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
         JOIN ledger_accounts a ON a.id = e.account_id WHERE a.kind = 'OWED' AND a.artist_id = ? AND p.created_at < ?`,
      )
      .values(artistId, startOfMonth(month))
      .flat()[0],
  )

test('after a month each artist has a statement whose sums are those of the ledger, and a refund later is a correction on the next', async () => {
  const { svc, nova, label } = await openLabel()
  await using _ = svc
  switchOnVat(svc, { US: '25' })
  svc.tick(1_000)
  const month = monthAt(svc.ctx.now())
  const { orderId } = await buy(svc, 'bea', 10_000)
  await buy(svc, 'cem', 500, 'label')
  svc.tick(startOfMonth(monthBeside(month, 1)) + 2 * 3_600_000 - svc.ctx.now())
  await svc.ctx.jobs.idle()
  expect(await listOf(svc, nova)).toEqual([
    {
      id: expect.any(String),
      number: 'TEST-2030-000001',
      month: '2030-12',
      handle: 'nova',
      isSelfBilled: false,
      issuedAt: expect.any(String),
      currencies: [
        {
          currency: 'usd',
          opening: 0,
          gross: 10_000,
          returned: 0,
          processorFees: -320,
          platformFees: -1_000,
          vat: -2_000,
          other: 0,
          net: 6_680,
          transfers: -6_680,
          closing: 0,
          waiting: [],
          corrections: 0,
        },
      ],
    },
  ])
  // Nobody owes the owner of the instance anything.
  expect(await listOf(svc, label)).toEqual([])
  await refundOf(svc, label, orderId, 5_000)
  await settled(svc)
  await makeStatements(svc.ctx, monthBeside(month, 1))
  const [second] = await listOf(svc, nova)
  const [{ opening, gross, returned, net, transfers, closing, corrections }] = second.currencies
  expect([second.number, opening, gross, returned, corrections - net]).toEqual(['TEST-2031-000001', 0, 0, -5_000, 0])
  expect(opening + net + transfers).toBe(closing)
  expect(closing).toBe(owedAt(svc, nova, monthBeside(month, 2)))
})

test('a transfer in the month after its sale is no correction', async () => {
  const { svc, nova } = await openLabel()
  await using _ = svc
  const month = monthAt(svc.ctx.now())
  await setOpening(svc, nova, { opensAt: inMs(svc, 11 * dayMs) })
  await buy(svc, 'bea', 1_000)
  await makeStatements(svc.ctx, month)
  svc.tick(12 * dayMs)
  await settled(svc)
  await makeStatements(svc.ctx, monthBeside(month, 1))
  const [second, first] = await listOf(svc, nova)
  const [{ closing: owed }] = first.currencies
  expect(owed).toBeGreaterThan(0)
  const sent = rowsOf(svc, 'statement_lines').filter((row) => Object(row).heading === 'TRANSFER')
  expect(sent).toMatchObject([{ is_correction: 0, amount_minor: -owed }])
  expect(second.currencies).toMatchObject([{ opening: owed, net: 0, transfers: -owed, closing: 0, corrections: 0 }])
})

test('statements are made once, numbered without a gap by year, and nothing changes them', async () => {
  const { svc } = await openLabel()
  await using _ = svc
  const month = monthAt(svc.ctx.now())
  const names = ['ann', 'bob', 'cat']
  for (const name of names) {
    const artist = cast(svc.ctx, name, { priceMinor: 700 })
    await addReadyTrack(svc.ctx, artist.cassetId, 'Song')
    await buy(svc, `fan-of-${name}`, 700, name)
  }
  const { ctx } = svc
  await Promise.all([makeStatements(ctx, month), makeStatements(ctx, month)])
  await makeStatements(ctx, month)
  const numbers = rowsOf(svc, 'statements').map((row) => Object(row).number)
  expect(numbers.toSorted()).toEqual(['TEST-2030-000001', 'TEST-2030-000002', 'TEST-2030-000003'])
  for (const table of ['statements', 'statement_sums', 'statement_lines', 'statement_waits']) {
    const key = table === 'statements' ? 'month' : 'currency'
    if (table === 'statement_waits') ctx.db.$client.run("INSERT INTO statement_waits VALUES ('x', 'usd', 'opening', 1)")
    expect(() => ctx.db.$client.run(`UPDATE ${table} SET ${key} = ${key}`)).toThrow('append-only')
    expect(() => ctx.db.$client.run(`DELETE FROM ${table}`)).toThrow('append-only')
  }
})

test('months that the site slept through are made when it wakes', async () => {
  const { svc, nova } = await openLabel()
  await using _ = svc
  const month = monthAt(svc.ctx.now())
  await buy(svc, 'bea', 1_000)
  await makeStatements(svc.ctx, month)
  svc.tick(12 * dayMs)
  await buy(svc, 'cem', 1_000)
  svc.tick(70 * dayMs)
  await svc.ctx.jobs.idle()
  svc.ctx.jobs.add(makeStatementsJob, {}, { key: 'now' })
  await svc.ctx.jobs.idle()
  const months = rowsOf(svc, 'statements').map((row) => Object(row).month)
  expect(months).toEqual([203_012, 203_101])
  expect(nova.handle).toBe('nova')
})

test('a posting to a month after its statement is a correction on the next one', async () => {
  const { svc, nova } = await openLabel()
  await using _ = svc
  const month = monthAt(svc.ctx.now())
  await buy(svc, 'bea', 1_000)
  await makeStatements(svc.ctx, month)
  // The row looks as if the clock had been set back.
  inTransaction(svc.ctx.db, () =>
    post(svc.ctx, {
      uniqueKey: 'SALE ch_late',
      kind: 'SALE',
      orderId: null,
      currency: 'usd',
      entries: [
        [{ kind: 'BUYERS' }, -77],
        [{ kind: 'OWED', artistId: nova.artistId }, 77],
      ],
    }),
  )
  svc.tick(12 * dayMs)
  await buy(svc, 'dan', 3_000)
  await makeStatements(svc.ctx, monthBeside(month, 1))
  const [second] = await listOf(svc, nova)
  const [{ opening, other, net, transfers, closing, corrections }] = second.currencies
  expect([opening + net + transfers, closing]).toEqual([closing, owedAt(svc, nova, monthBeside(month, 2))])
  expect([opening, other, corrections]).toEqual([0, 77, 77])
})

test('an artist reads and prints their own statement, the owner and helpers for money everybody’s, and nobody else', async () => {
  const { svc, nova, ada, label } = await openLabel()
  await using _ = svc
  const month = monthAt(svc.ctx.now())
  const details = { legalName: 'Nova Ltd', taxId: 'GB1', selfBilling: true }
  await svc.call('PATCH', '/api/studio/tax-details', { cookie: nova.cookie, body: details })
  await buy(svc, 'bea', 1_000)
  await makeStatements(svc.ctx, month)
  const [{ id }] = await listOf(svc, nova)
  const helper = fan(svc, 'mia')
  await svc.call('PUT', '/api/desk/helpers', { cookie: label.cookie, body: { account: '@mia', helps: 'money' } })
  for (const path of [`/api/studio/statements/${id}`, `/api/studio/statements/${id}/csv`, `/studio/statements/${id}`]) {
    const asked = path.startsWith('/studio') ? { headers: html } : {}
    const statuses = await Promise.all(
      [nova, label, helper, ada].map(async ({ cookie }) => (await svc.call('GET', path, { cookie, ...asked })).status),
    )
    expect([path, statuses]).toEqual([path, [200, 200, 200, 403]])
    const absent = path.replace(id, '0193b5a0-0000-7000-8000-000000000000')
    expect((await svc.call('GET', absent, { cookie: nova.cookie, ...asked })).status).toBe(404)
  }
  const { text } = await svc.call('GET', `/studio/statements/${id}`, { cookie: nova.cookie, headers: html })
  expect(text).not.toContain('nvoice</h1>')
  for (const part of [
    '<h1>Statement</h1>',
    'An invoice is written from it',
    'Supplier',
    'Nova Ltd',
    'Tax ID GB1',
    'TEST-2030-000001',
    'Label',
  ]) {
    expect(text).toContain(part)
  }
  const path = `/api/admin/statements.csv?month=${monthText(month)}`
  expect(
    (await csvOf(svc, label, path)).map(({ number, artist, gross, self_billed: self }) => [
      number,
      artist,
      gross,
      self,
    ]),
  ).toEqual([['TEST-2030-000001', 'nova', '10.00', 'yes']])
  expect((await svc.call('GET', path, { cookie: nova.cookie })).status).toBe(403)
  expect(
    (await svc.call('GET', '/desk/statements?month=2030-12', { cookie: label.cookie, headers: html })).text,
  ).toContain('@nova')
  expect((await svc.call('GET', '/desk/statements', { cookie: nova.cookie, headers: html })).status).toBe(403)
  for (const wrong of ['2030-13', 'x']) {
    const { json } = await svc.call('GET', `/api/admin/statements.csv?month=${wrong}`, { cookie: label.cookie })
    expect(json).toMatchObject({ code: 'VALIDATION', field: 'month' })
  }
})
