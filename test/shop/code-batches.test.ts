import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { shareNames } from '../support/shared.ts'
import { askBatch, makeCodes, redeem } from '../support/shop/code.ts'
import { cast, world } from '../support/world.ts'

const sharedServer = shareNames()
const sharedStillServer = shareNames({ clock: 'stands' })

const labelsOf = (json: unknown): unknown[] => {
  const batches: unknown = Reflect.get(Object(json), 'batches')
  return Array.isArray(batches) ? batches.map((batch) => Reflect.get(Object(batch), 'label')) : []
}

test('batches are listed newest first, page by page, each with its own counts', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  for (const label of ['one', 'two', 'three']) await makeCodes(svc, nova, { label, count: 2 })
  const { first } = await makeCodes(svc, nova, { label: 'four', count: 5 })
  await redeem(svc, ada, first)
  const list = (query: string) => svc.call('GET', `/api/studio/codes${query}`, { cookie: nova.cookie })
  const all = await list('')
  expect(labelsOf(all.json)).toEqual(['four', 'three', 'two', 'one'])
  expect(all.json).toMatchObject({
    batches: [
      { count: 5, redeemed: 1 },
      { count: 2, redeemed: 0 },
      { count: 2, redeemed: 0 },
      { count: 2, redeemed: 0 },
    ],
    nextCursor: null,
  })
  expect((await list('?limit=4')).json).toEqual(all.json)
  const page = await list('?limit=3')
  expect(labelsOf(page.json)).toEqual(['four', 'three', 'two'])
  const rest = await list(`?limit=3&cursor=${String(Reflect.get(Object(page.json), 'nextCursor'))}`)
  expect([labelsOf(rest.json), Reflect.get(Object(rest.json), 'nextCursor')]).toEqual([['one'], null])
})

test('a batch is taken back by its artist alone, and no other with it; a second time changes nothing', async () => {
  const svc = await sharedStillServer()
  const { nova, ada, draft } = await world(svc)
  const taken = await makeCodes(svc, nova)
  const kept = await makeCodes(svc, nova)
  const foreign = await makeCodes(svc, draft)
  const revoke = async (cookie: string) =>
    (await svc.call('DELETE', `/api/studio/codes/${taken.id}`, { cookie })).status
  expect(await revoke(ada.cookie)).toBe(403)
  expect(rowsOf(svc, 'code_batches WHERE revoked_at IS NOT NULL')).toEqual([])
  const at = svc.ctx.now()
  expect(await revoke(nova.cookie)).toBe(204)
  svc.tick(60_000)
  expect(await revoke(nova.cookie)).toBe(204)
  expect(rowsOf(svc, 'code_batches WHERE revoked_at IS NOT NULL')).toMatchObject([{ id: taken.id, revoked_at: at }])
  expect((await redeem(svc, ada, taken.first)).status).toBe(409)
  expect((await redeem(svc, ada, kept.first)).status).toBe(200)
  expect((await redeem(svc, ada, foreign.first)).status).toBe(200)
})

test('a code expires at the very moment that was said, and none is made that has expired', async () => {
  const svc = await sharedStillServer()
  const { nova, ada } = await world(svc)
  const at = (ms: number) => new Date(svc.ctx.now() + ms).toISOString()
  expect((await askBatch(svc, nova, { expiresAt: at(0) })).status).toBe(400)
  const { codes } = await makeCodes(svc, nova, { expiresAt: at(60_000) })
  svc.tick(59_999)
  expect((await redeem(svc, ada, codes[0] ?? '')).status).toBe(200)
  svc.tick(1)
  expect((await redeem(svc, cast(svc.ctx, 'bob'), codes[1] ?? '')).status).toBe(409)
})

test('a code is all of its sixteen characters, of which each takes all thirty-two', async () => {
  const svc = await sharedServer()
  const { nova, ada } = await world(svc)
  const { codes, first } = await makeCodes(svc, nova, { count: 200 })
  for (let at = 0; at < first.length; at += 1) {
    if (first[at] === '-') continue
    const other = `${first.slice(0, at)}${first[at] === 'Z' ? 'Y' : 'Z'}${first.slice(at + 1)}`
    expect([other, (await redeem(svc, ada, other)).status]).toEqual([other, 404])
    svc.tick(10_000)
  }
  const ambiguous = codes.filter((code) => code !== first && code.includes('0') && code.includes('1'))
  for (const [at, letter] of ['I', 'l'].entries()) {
    const misread = ambiguous[at]?.replaceAll('0', 'o').replaceAll('1', letter) ?? ''
    expect((await redeem(svc, cast(svc.ctx, `bob${at}`), misread)).status).toBe(200)
  }
  const wide = first.replace(/[0-9A-Z]/g, (mark) => String.fromCodePoint((mark.codePointAt(0) ?? 0) + 0xfee0))
  expect((await redeem(svc, ada, wide)).status).toBe(200)
  const used = new Set(codes.join('').replaceAll('-', ''))
  expect([...used].toSorted().join('')).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ')
  expect(new Set(codes).size).toBe(200)
})
