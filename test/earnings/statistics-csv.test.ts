import { expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { decimalText } from '../../src/lib/money/money.ts'
import { csvLine } from '../../src/lib/text/csv.ts'
import { countryCards } from '../../src/test-processor/customer/country-cards.ts'
import { accountOf, buyers, moveAt, paidOrder, refunds, sellOften } from '../support/books/ledger-at.ts'
import { figures } from '../support/earnings/statistics.ts'
import type { TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { card, collect, openShop, settled, shopOf } from '../support/shop/checkout.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const amounts = 'gross,fee,net,owed,gross_minor,fee_minor,net_minor,owed_minor'
const papers =
  'receipt,country,country_evidence,price_note,tax_note,exchange_rate,payout,seller,account,code,vat_country,vat_rate,without_vat,vat,without_vat_minor,vat_minor'
/** The columns of VAT, which is not switched on here. */
const noVat = ',,,,,,'
const head = `date,kind,what,order,mode,currency,${amounts},${papers}`

/** Where a column is. */
const at = (name: string) => head.split(',').indexOf(name)

/** A column of minor units, summed. */
const sumOf = (rows: readonly string[][], name: string) => rows.reduce((sum, row) => sum + Number(row[at(name)]), 0)

const ask = (svc: TestServer, { cookie }: Person, query = '') =>
  svc.call('GET', `/api/studio/statistics.csv${query}`, { cookie })

/** Reads a CSV file as RFC 4180 has it. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    const row = rows.at(-1)
    const cell = quoted?.replaceAll('""', '"') ?? plain ?? ''
    if (row) row.push(cell)
    else rows.push([cell])
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test('the file has a line for each posting, and its columns sum to the figures of the page', async () => {
  const { svc, ada, nova } = await openShop()
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  const { orderId } = await collect(svc, ada, card('4000000000000259'))
  svc.tick(2_000)
  await settled(svc)
  const { status, headers, text } = await ask(svc, nova)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
  const [from, to] = [29, 0].map((days) => new Date(svc.ctx.now() - days * 86_400_000).toISOString().slice(0, 10))
  expect(headers.get('content-disposition')).toBe(`attachment; filename="tapedeck-nova-${from}-to-${to}.csv"`)
  expect(headers.get('cache-control')).toBe('private, no-store')
  const [names, ...rows] = parse(text)
  expect(names?.join()).toBe(head)
  const paper = `TEST-nova-${to?.slice(0, 4)}-000001,US,card,,,,,nova,nova,${noVat}`
  expect(rows.map(([, ...cells]) => cells.join()).toSorted()).toEqual([
    `DISPUTE,First Light,${orderId},test,USD,-7.00,0.00,-7.00,0.00,-700,0,-700,0,${paper}`,
    `PROCESSOR_FEE,First Light,${orderId},test,USD,0.00,0.50,-0.50,0.00,0,50,-50,0,${paper}`,
    `PROCESSOR_FEE,First Light,${orderId},test,USD,0.00,15.00,-15.00,0.00,0,1500,-1500,0,${paper}`,
    `SALE,First Light,${orderId},test,USD,7.00,0.00,7.00,0.00,700,0,700,0,${paper}`,
  ])
  for (const [date = ''] of rows) expect(new Date(date).toISOString()).toBe(date)
  const { totals } = await figures(svc, nova)
  expect(sumOf(rows, 'net_minor')).toBe(totals.net)
  expect(parse((await ask(svc, ada)).text).map((row) => row.join())).toEqual([head])
})

test('of a guest artist it says besides what is held for them, which a transfer takes to their account', async () => {
  const { svc, ada, nova } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  const paper = `TEST-nova-${new Date(svc.ctx.now()).getUTCFullYear()}-000001,US,card,,,,,nova,nova,${noVat}`
  const [, ...rows] = parse((await ask(svc, nova)).text)
  expect(rows.map(([, ...cells]) => cells.join()).toSorted()).toEqual([
    `PLATFORM_FEE,First Light,${orderId},test,USD,0.00,0.70,-0.70,-0.70,0,70,-70,-70,${paper}`,
    `PROCESSOR_FEE,First Light,${orderId},test,USD,0.00,0.50,-0.50,-0.50,0,50,-50,-50,${paper}`,
    `SALE,First Light,${orderId},test,USD,7.00,0.00,7.00,7.00,700,0,700,700,${paper}`,
    `TRANSFER,First Light,${orderId},test,USD,0.00,0.00,0.00,-5.80,0,0,0,-580,${paper}`,
  ])
})

test('an accountant finds receipt, country, notes and payout of each line, and every column sums to the ledger', async () => {
  const { svc, ada, nova, hidden } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' } })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  const notes = { note: 'VAT included', priceNote: 'incl. VAT 19 %' }
  await svc.call('PATCH', '/api/studio/tax-details', { cookie: nova.cookie, body: notes })
  const { orderId } = await collect(svc, ada, card(countryCards.DE ?? ''))
  await collect(svc, hidden, card(countryCards.FR ?? ''), { slug: 'nova', amount: 1_234 })
  await svc.call('POST', `/api/studio/sales/${orderId}/refund`, {
    cookie: nova.cookie,
    body: { amount: 250, refundedAmount: 0 },
  })
  svc.tick(3 * 86_400_000)
  const { id } = await shopOf(svc).stripe.payouts.create({ amount: 500, currency: 'usd' })
  await settled(svc)
  const rows = parse((await ask(svc, nova)).text).slice(1)
  const year = new Date(svc.ctx.now()).getUTCFullYear()
  const german = `TEST-nova-${year}-000001,DE,card,incl. VAT 19 %,VAT included,,,nova,nova,${noVat}`
  const french = `TEST-nova-${year}-000002,FR,card,incl. VAT 19 %,VAT included,,,nova,nova,${noVat}`
  expect(rows.map((row) => [row[1], ...row.slice(at('receipt'))].join()).toSorted()).toEqual([
    `PAYOUT,,,,,,,${id},,nova,${noVat}`,
    `PROCESSOR_FEE,${german}`,
    `PROCESSOR_FEE,${french}`,
    `REFUND,${german}`,
    `SALE,${german}`,
    `SALE,${french}`,
  ])
  const { totals, balance } = await figures(svc, nova)
  const sold = rows.filter(([, kind]) => kind !== 'PAYOUT')
  expect(sumOf(sold, 'gross_minor')).toBe(totals.sales - totals.refunds)
  expect(sumOf(sold, 'fee_minor')).toBe(totals.processorFees)
  expect(sumOf(rows, 'net_minor')).toBe(balance)
  for (const row of rows) {
    for (const name of ['gross', 'fee', 'net']) {
      expect(Math.round(Number(row[at(name)]) * 100)).toBe(Number(row[at(`${name}_minor`)]))
    }
  }
})

/**
 * The sums that came from buyers, went back to them, were kept by the processor or paid to banks,
 * by currency.
 */
const outsideSums = ({ ctx }: TestServer) =>
  ctx.db.$client
    .query<{ currency: string; total: number }, []>(
      `SELECT upper(a.currency) AS currency, sum(e.amount_minor) AS total
       FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
       WHERE a.kind IN ('BUYERS', 'REFUNDS', 'PROCESSOR_FEES', 'BANK') GROUP BY 1`,
    )
    .all()

test('the owner of the instance has a file of everybody’s sales, which sums to what came in and went out; nobody else has it', async () => {
  const testProcessor = { currency: 'eur', convertsCharges: true }
  const { svc, ada, nova, draft } = await openShop({ env: { PLATFORM_FEE_PERCENT: '10' }, testProcessor })
  await using _ = svc
  await shopOf(svc).test.setExchangeRate('eur', 1.25)
  makeOwner(svc.ctx, 'draft@example.com')
  await addReadyTrack(svc.ctx, draft.cassetId, 'Sketch')
  svc.ctx.db.$client.run('UPDATE cassets SET published = 1, price_minor = 500 WHERE id = ?', [draft.cassetId])
  const { orderId } = await collect(svc, ada, card(countryCards.DE ?? ''))
  await collect(svc, ada, card(countryCards.FR ?? ''), { slug: 'draft' })
  await svc.call('POST', `/api/studio/sales/${orderId}/refund`, {
    cookie: nova.cookie,
    body: { amount: 250, refundedAmount: 0 },
  })
  svc.tick(3 * 86_400_000)
  await shopOf(svc).stripe.payouts.create({ amount: 100, currency: 'eur' })
  await settled(svc)
  const askAll = ({ cookie }: Person) => svc.call('GET', '/api/admin/ledger.csv', { cookie })
  expect((await askAll(nova)).json).toMatchObject({ code: 'FORBIDDEN' })
  const { headers, text } = await askAll(draft)
  expect(headers.get('content-disposition')).toContain('filename="tapedeck-everybody-')
  const rows = parse(text).slice(1)
  const sales = rows.filter(([, kind]) => kind === 'SALE')
  const told = ['gross', 'country', 'seller'].map(at)
  expect(sales.map((row) => told.map((column) => row[column]).join()).toSorted()).toEqual([
    '5.00,FR,draft',
    '7.00,DE,nova',
  ])
  const accounts = new Set(rows.map((row) => row[at('account')]))
  expect([...accounts].toSorted()).toEqual(['draft', 'exchange', 'nova', 'platform'])
  const inFile = ({ currency }: { currency: string }) => rows.filter((row) => row[at('currency')] === currency)
  const outside = outsideSums(svc)
  expect(outside.map(({ currency }) => currency).toSorted()).toEqual(['EUR', 'USD'])
  for (const sum of outside) expect(sumOf(inFile(sum), 'net_minor')).toBe(-sum.total)
})

test('an exchanged sum says at which rate, seen from the currency of its line', async () => {
  const testProcessor = { currency: 'eur', convertsCharges: true }
  const { svc, ada, nova } = await openShop({ testProcessor })
  await using _ = svc
  makeOwner(svc.ctx, 'nova@example.com')
  await shopOf(svc).test.setExchangeRate('eur', 1.25)
  const { orderId } = await collect(svc, ada)
  await shopOf(svc).test.setExchangeRate('eur', 1)
  await svc.call('POST', `/api/studio/sales/${orderId}/refund`, {
    cookie: nova.cookie,
    body: { amount: 250, refundedAmount: 0 },
  })
  await settled(svc)
  const told = ['kind', 'currency', 'net', 'exchange_rate'].map(at)
  const rows = parse((await ask(svc, nova)).text).slice(1)
  expect(rows.map((row) => told.map((column) => row[column]).join()).toSorted()).toEqual([
    'EXCHANGE,EUR,-2.50,1',
    'EXCHANGE,EUR,5.60,1.25',
    'EXCHANGE,USD,-7.00,0.8',
    'EXCHANGE,USD,2.50,1',
    'PROCESSOR_FEE,EUR,-0.40,',
    'REFUND,USD,-2.50,',
    'SALE,USD,7.00,',
  ])
})

test('each currency has its own digits, tips are called so, and other days stay out', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const me = accountOf(nova)
  const orderId = paidOrder(svc, ada, nova, 'tip')
  moveAt(svc, [
    { at: '2026-01-31T23:59:59.999Z', kind: 'SALE', from: buyers, to: me, amount: 5 },
    { at: '2026-02-01T00:00:00.000Z', kind: 'SALE', from: buyers, to: me, amount: 5, orderId },
    { at: '2026-02-02T00:00:00.000Z', kind: 'REFUND', from: me, to: refunds, amount: 5, orderId },
    { at: '2026-02-02T00:00:00.000Z', kind: 'SALE', from: buyers, to: me, amount: 9_000, currency: 'jpy' },
    { at: '2026-02-02T00:00:00.000Z', kind: 'SALE', from: buyers, to: me, amount: 1_234_567, currency: 'kwd' },
  ])
  const { text } = await ask(svc, nova, '?from=2026-02-01&to=2026-02-28')
  expect(parse(text).map((row) => row.join())).toEqual([
    head,
    `2026-02-02T00:00:00.000Z,SALE,,,live,JPY,9000,0,9000,0,9000,0,9000,0,,,,,,,,,nova,${noVat}`,
    `2026-02-02T00:00:00.000Z,SALE,,,live,KWD,1234.567,0.000,1234.567,0.000,1234567,0,1234567,0,,,,,,,,,nova,${noVat}`,
    `2026-02-01T00:00:00.000Z,SALE,Tip,${orderId},live,USD,0.05,0.00,0.05,0.00,5,0,5,0,,,,,,,,nova,nova,${noVat}`,
    `2026-02-02T00:00:00.000Z,REFUND,Tip,${orderId},live,USD,-0.05,0.00,-0.05,0.00,-5,0,-5,0,,,,,,,,nova,nova,${noVat}`,
  ])
})

test('a name that would be a formula in a spreadsheet is text there, and every name can be read back', async () => {
  for (const [name, shown] of [
    ['=HYPERLINK("https://evil.example","Pay")', `'=HYPERLINK("https://evil.example","Pay")`],
    ['+1-2', "'+1-2"],
    ['-2+3+cmd|calc', "'-2+3+cmd|calc"],
    ['@SUM(1)', "'@SUM(1)"],
    ['\tTab', "'\tTab"],
    ['\rReturn', "'\rReturn"],
    ['＝1+1', "'＝1+1"],
    ['Plain, with "quotes"\nand 🌅', 'Plain, with "quotes"\nand 🌅'],
    ['-7.00', '-7.00'],
  ] as const) {
    expect(parse(csvLine(['a', name, '']))).toEqual([['a', shown, '']])
  }
  expect(csvLine(['a "b"', '-1'])).toBe('"a ""b""","-1"\r\n')
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  svc.ctx.db.$client.run("UPDATE cassets SET name = '=1+1' WHERE id = ?", [nova.cassetId])
  const orderId = paidOrder(svc, ada, nova)
  moveAt(svc, [{ at: '2026-02-01T00:00:00Z', kind: 'SALE', from: buyers, to: accountOf(nova), amount: 5, orderId }])
  const { text } = await ask(svc, nova, '?from=2026-02-01&to=2026-02-01')
  expect(text).toContain(`"SALE","'=1+1","${orderId}",`)
})

test('amounts are written to the last digit, however large', () => {
  const written = [0, 5, -5, 100, -12_345, 9_007_199_254_740_991].map((minor) => decimalText(minor, 2))
  expect(written).toEqual(['0.00', '0.05', '-0.05', '1.00', '-123.45', '90071992547409.91'])
  expect([decimalText(-7, 0), decimalText(7, 3)]).toEqual(['-7', '0.007'])
})

test('a long file is sent in parts, between which others are answered', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const sold = 2_500
  sellOften(svc, nova, '2026-01-01T00:00:00Z', sold)
  const response = await svc.fetch('/api/studio/statistics.csv?from=2026-01-01&to=2026-01-31', {
    headers: { cookie: nova.cookie },
  })
  expect(response.headers.get('content-length')).toBeNull()
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.subarray(0, 4)]).toEqual([...Buffer.from('\uFEFF"')])
  const rows = parse(new TextDecoder().decode(bytes)).slice(1)
  expect(rows.map((row) => Number(row[at('net_minor')]))).toEqual(Array.from({ length: sold }, (_, n) => n + 1))
  const { body } = await svc.fetch('/api/studio/statistics.csv?from=2026-01-01', { headers: { cookie: nova.cookie } })
  await body?.cancel()
  expect((await svc.fetch('/healthz')).status).toBe(200)
})
