import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { toCsv } from '../../src/lib/text/csv.ts'
import { rowsOf } from '../support/account/account.ts'
import { confirmAddresses } from '../support/audience/letter.ts'
import { startServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { accessOf } from '../support/shop/checkout.ts'
import { askBatch, cellsOf, makeCodes, redeem } from '../support/shop/code.ts'
import { cast, world } from '../support/world.ts'

const sharedServer = shareNames()

const spelled = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/
const later = '2099-01-01T00:00:00.000Z'

test('an artist makes codes, is told them once, and sees how many are used', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const made = await askBatch(svc, nova, { label: ' =Fair\t"A" ', expiresAt: later })
  const batch = {
    id: expect.any(String),
    label: '=Fair "A"',
    count: 3,
    redeemed: 0,
    expiresAt: later,
    revokedAt: null,
    createdAt: expect.any(String),
  }
  expect([made.status, made.json]).toEqual([201, { batch, csv: expect.any(String) }])
  const rows = cellsOf(String(Reflect.get(Object(made.json), 'csv')))
  expect(rows[0]).toEqual(['Code', 'Link', 'Casset', 'Label', 'Expires'])
  expect(rows).toHaveLength(4)
  const code = rows[1]?.[0] ?? ''
  expect(code).toMatch(spelled)
  expect(rows[1]).toEqual([code, `${svc.ctx.site.origin}/redeem?code=${code}`, 'First Light', `'=Fair "A"`, later])
  expect(new Set(rows.map(([each]) => each)).size).toBe(4)
  const kept = JSON.stringify(rowsOf(svc, 'codes'))
  expect([kept.includes(code), kept.includes(code.replaceAll('-', ''))]).toEqual([false, false])
  expect((await redeem(svc, ada, code)).status).toBe(200)
  const list = await svc.call('GET', '/api/studio/codes', { cookie: nova.cookie })
  expect(list.json).toEqual({ batches: [{ ...batch, redeemed: 1 }], nextCursor: null })
  const others = await svc.call('GET', '/api/studio/codes', { cookie: ada.cookie })
  expect(others.json).toEqual({ batches: [], nextCursor: null })
})

test('a batch is refused that is too small, too large, unnamed, expired already, or for a casset of somebody else', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const refused = async (body: Record<string, unknown>) => {
    const { status, json } = await askBatch(svc, nova, body)
    return [status, Reflect.get(Object(json), 'field')]
  }
  for (const count of [0, -1, 1.5, 1_001, '3']) expect(await refused({ count })).toEqual([400, 'count'])
  for (const label of ['', ' \n ', 'x'.repeat(121)]) expect(await refused({ label })).toEqual([400, 'label'])
  for (const expiresAt of ['2001-01-01T00:00:00Z', 'tomorrow', '2099-01-01', '2098-02-30T00:00:00Z', '']) {
    expect(await refused({ expiresAt })).toEqual([400, 'expiresAt'])
  }
  expect((await askBatch(svc, nova, { cassetId: ada.cassetId })).status).toBe(403)
  expect((await askBatch(svc, nova, { cassetId: 'x' })).status).toBe(404)
  expect([rowsOf(svc, 'code_batches'), rowsOf(svc, 'codes')]).toEqual([[], []])
  expect((await makeCodes(svc, nova, { count: 1_000 })).codes).toHaveLength(1_000)
})

test('a code, however it is typed, collects the casset: it is heard, on the shelf and in the purchases', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const { codes } = await makeCodes(svc, nova, { count: 4 })
  const typings = [
    (code: string) => code,
    (code: string) => code.toLowerCase().replaceAll('-', ''),
    (code: string) => ` ${code.replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `,
    (code: string) => code.replaceAll('-', '–'),
  ]
  for (const [index, typed] of typings.entries()) {
    const buyer = cast(svc.ctx, `buyer${index}`)
    confirmAddresses(svc)
    const answer = await redeem(svc, buyer, typed(codes[index] ?? ''))
    const casset = { id: nova.cassetId, slug: 'nova', name: 'First Light', displayName: 'Nova' }
    expect([answer.status, answer.json]).toEqual([
      200,
      { casset, waiting: null, extras: [], news: expect.stringContaining('Nova may email me news') },
    ])
    expect(await accessOf(svc, dawn.id, buyer)).toBe('full')
    const mine = await svc.call('GET', '/api/purchases/mine', { cookie: buyer.cookie })
    expect(mine.json).toMatchObject({
      purchases: [{ casset: { slug: 'nova' }, amount: 0, currency: 'usd', status: 'PAID' }],
    })
  }
  expect(rowsOf(svc, 'orders')).toHaveLength(4)
  expect(rowsOf(svc, 'ledger_postings')).toEqual([])
})

test('a code that is used, taken back, expired, unknown or none at all has one plain answer each', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const bob = cast(svc.ctx, 'bob')
  const { codes, id } = await makeCodes(svc, nova)
  const short = await makeCodes(svc, nova, { expiresAt: new Date(svc.ctx.now() + 60_000).toISOString() })
  const told = async (code: string) => {
    const { status, json } = await redeem(svc, bob, code)
    return [status, json]
  }
  const hint = 'Ask the person who gave it to you for another one.'
  await redeem(svc, ada, codes[0] ?? '')
  const used = { error: 'This code has been used.', code: 'BAD_STATE', hint }
  expect(await told(codes[0] ?? '')).toEqual([409, used])
  const revoked = await svc.call('DELETE', `/api/studio/codes/${id}`, { cookie: nova.cookie })
  expect([revoked.status, revoked.text]).toEqual([204, ''])
  expect(await told(codes[1] ?? '')).toEqual([409, { error: 'The artist revoked this code.', code: 'BAD_STATE', hint }])
  expect(await told(codes[0] ?? '')).toEqual([409, used])
  svc.tick(61_000)
  expect(await told(short.first)).toEqual([409, { error: 'This code has expired.', code: 'BAD_STATE', hint }])
  const unknown = { error: 'There is no such code.', code: 'NOT_FOUND', hint: 'Check the code and try again.' }
  expect(await told('ZZZZ-ZZZZ-ZZZZ-ZZZZ')).toEqual([404, unknown])
  expect(await told('nonsense')).toEqual([
    400,
    {
      error: 'A code has 16 letters and digits.',
      code: 'VALIDATION',
      field: 'code',
      hint: 'Check the code and try again. A word that lowers a price is typed at the checkout.',
    },
  ])
  expect(rowsOf(svc, 'purchases')).toHaveLength(1)
  expect(rowsOf(svc, 'orders')).toHaveLength(1)
})

test('a code whose artist has deleted the account says so, on its page too, unless it was used', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const bob = cast(svc.ctx, 'bob')
  const { codes, first } = await makeCodes(svc, nova)
  expect((await redeem(svc, ada, first)).status).toBe(200)
  const left = await svc.call('POST', '/api/auth/account/delete', { cookie: nova.cookie, body: {} })
  expect(left.status).toBe(204)
  await svc.ctx.jobs.idle()
  const words = 'The artist has left this site, and codes that nobody had redeemed ended.'
  const hint = 'Ask the person who gave it to you whether they have the music elsewhere.'
  const { status, json } = await redeem(svc, bob, codes[1] ?? '')
  expect([status, json]).toEqual([409, { error: words, code: 'BAD_STATE', hint }])
  const page = await svc.call('GET', `/redeem?code=${codes[1]}`, {
    cookie: bob.cookie,
    headers: { accept: 'text/html' },
  })
  expect([page.text.includes(words), page.text.includes(hint)]).toEqual([true, true])
  expect(Object((await redeem(svc, bob, first)).json).error).toBe('This code has been used.')
})

test('a code is not used up by its own artist or by a listener who has the casset already', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const { codes, first } = await makeCodes(svc, nova, { count: 2 })
  const own = await redeem(svc, nova, first)
  expect([own.status, own.json]).toEqual([
    409,
    { error: 'This code is for your own casset: give it to somebody else.', code: 'BAD_STATE' },
  ])
  await redeem(svc, ada, first)
  const again = await redeem(svc, ada, codes[1] ?? '')
  const hint = 'The code is still unused: give it to somebody else.'
  expect([again.status, again.json]).toEqual([409, { error: 'You already have this casset.', code: 'BAD_STATE', hint }])
  expect((await redeem(svc, cast(svc.ctx, 'bob'), codes[1] ?? '')).status).toBe(200)
})

test('codes work for a casset that is private or not published yet', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn } = await world(svc)
  const { codes, first } = await makeCodes(svc, nova)
  svc.ctx.db.update(cassets).set({ published: false }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await redeem(svc, ada, first)).status).toBe(200)
  svc.ctx.db.update(cassets).set({ published: true, privacy: 'private' }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await redeem(svc, cast(svc.ctx, 'bob'), codes[1] ?? '')).status).toBe(200)
  expect(await accessOf(svc, dawn.id, ada)).toBe('full')
})

test('of a hundred who redeem one code at once, exactly one has it', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const { first } = await makeCodes(svc, nova, { count: 1 })
  const crowd = Array.from({ length: 100 }, (_, index) => cast(svc.ctx, `fan${index}`))
  const answers = await Promise.all(crowd.map((fan) => redeem(svc, fan, first)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
  expect([rowsOf(svc, 'purchases').length, rowsOf(svc, 'orders').length]).toEqual([1, 1])
})

test('nobody redeems more than ten a minute', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { ada } = await world(svc)
  const guess = async () => (await redeem(svc, ada, 'ZZZZ-ZZZZ-ZZZZ-ZZZZ')).status
  for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toBe(404)
  expect(await guess()).toBe(429)
})

test('no cell of a CSV is taken for a formula', () => {
  const hostile = ['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '"=1"', 'a,"b"\nc']
  expect(cellsOf(toCsv([hostile]))[0]).toEqual([
    "'=1+1",
    "'+1",
    "'-1+1",
    "'@SUM(A1)",
    "'\t=1",
    "'\r=1",
    "' =1",
    "'＝1",
    '"=1"',
    'a,"b"\nc',
  ])
})
