import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import { commentReasons } from '../../src/lib/music/comment-reasons.ts'
import { makeCoCasset } from '../support/room/co-casset.ts'
import { say } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
import { collect, openShop } from '../support/shop/checkout.ts'
import { world } from '../support/world.ts'

const german = { 'accept-language': 'de', 'sec-fetch-site': 'same-origin' }

test('the name of a deleted account is stored in English, whatever language its person spoke', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, de' } })
  const { ada } = await world(svc)
  const answer = await svc.call('POST', '/api/auth/account/delete', { cookie: ada.cookie, headers: german, body: {} })
  expect(answer.status).toBe(204)
  const gone = svc.ctx.db.select().from(artists).where(eq(artists.userId, ada.userId)).get()
  expect(gone?.displayName).toBe('Deleted account')
})

test('a reason to choose for a report is read in the language of the person who decides, any other as it was written', async () => {
  await using svc = await startServer({ env: { LANGUAGES: 'en, de' } })
  const { ada, nova, draft, hidden } = await world(svc)
  const id = String(Reflect.get(Object(Reflect.get(Object((await say(svc, ada, 'rude')).json), 'comment')), 'id'))
  const report = ({ cookie }: typeof ada, reason: string) =>
    svc.call('POST', `/api/casset/nova/comments/${id}/report`, { cookie, body: { reason } })
  const [{ reason }] = commentReasons()
  await report(draft, reason)
  await report(hidden, 'It is rude.')
  const read = async (headers: Record<string, string>) => {
    const { json } = await svc.call('GET', '/api/studio/reports', { cookie: nova.cookie, headers })
    return JSON.stringify(json).match(/"reason":"[^"]*"/g)
  }
  expect(await read(german)).toEqual(['"reason":"Beleidigung oder Hass"', '"reason":"It is rude."'])
  expect(await read({})).toEqual(['"reason":"Insult or hate"', '"reason":"It is rude."'])
})

test('the receipt of a co-casset names its artists in the language of its payer', async () => {
  const { svc, nova, ada, hidden, draft } = await openShop({ env: { LANGUAGES: 'en, de' } })
  await using _ = svc
  const { id } = await makeCoCasset(svc, nova, 'two', [ada], { splits: { nova: 50, ada: 50 } })
  await svc.call('PATCH', `/api/studio/casset/${id}`, { cookie: nova.cookie, body: { price: 1_000, published: true } })
  svc.ctx.db.$client.run("UPDATE users SET language = 'de' WHERE id = ?", [hidden.userId])
  for (const buyer of [hidden, draft]) await collect(svc, buyer, undefined, { slug: 'two' })
  const names = svc.ctx.db.$client.query('SELECT seller_name FROM receipts ORDER BY rowid').values()
  expect(names.flat()).toEqual(['Nova und Ada', 'Nova and Ada'])
})
