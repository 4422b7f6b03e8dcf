import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import { commentReasons } from '../../src/lib/comment-reasons.ts'
import { say } from '../support/room/room.ts'
import { startServer } from '../support/server.ts'
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

test('a reason to choose for a report is read in the language of who decides, any other as it was written', async () => {
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
