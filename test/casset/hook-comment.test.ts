import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { comments } from '../../db/schema/room/comment.ts'
import type { TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const say = (svc: TestServer, { cookie }: Person, body: Record<string, unknown>) =>
  svc.call('POST', '/api/casset/nova/comment', { cookie, body })
const read = async (svc: TestServer, hookId: string, query = '', cookie?: string) =>
  Object((await svc.call('GET', `/api/hooks/${hookId}/comments${query}`, { cookie })).json)

test('everybody reads what listeners said of a hook, newest first and in pages, and nothing else', async () => {
  const svc = await sharedServer()
  const { ada, nova, dawn, kettle } = await world(svc)
  for (const [who, text, more] of [
    [ada, 'one', { atSec: 12.5 }],
    [nova, 'two <b>', {}],
    [ada, 'three', { atSec: 0 }],
    [ada, 'removed', {}],
  ] as const) {
    expect((await say(svc, who, { text, hookId: dawn.hookId, ...more })).status).toBe(201)
  }
  await say(svc, ada, { text: 'of the other', hookId: kettle.hookId })
  await say(svc, ada, { text: 'of the casset' })
  svc.ctx.db.update(comments).set({ removedAt: 1 }).where(eq(comments.text, 'removed')).run()
  const author = { handle: 'ada', displayName: 'Ada', pfp: '/pfp/ada.svg' }
  const first = await read(svc, dawn.hookId, '?limit=2')
  expect(first).toEqual({
    comments: [
      { id: expect.any(String), author, text: 'three', atSec: 0, createdAt: expect.any(String) },
      expect.objectContaining({ text: 'two <b>', atSec: null }),
    ],
    nextCursor: expect.any(String),
  })
  const second = await read(svc, dawn.hookId, `?limit=2&cursor=${first.nextCursor}`)
  expect(second).toEqual({
    comments: [{ id: expect.any(String), author, text: 'one', atSec: 12.5, createdAt: expect.any(String) }],
    nextCursor: null,
  })
})

test('the comments of a hidden hook are hidden, and a list of another kind is refused', async () => {
  const svc = await sharedServer()
  const { ada, nova, dawn, secret } = await world(svc)
  const status = async (hookId: string, { cookie }: Partial<Person> = {}, query = '') =>
    (await svc.call('GET', `/api/hooks/${hookId}/comments${query}`, { cookie })).status
  expect([await status(secret.hookId), await status(secret.hookId, ada), await status(dawn.hookId)]).toEqual([
    404, 404, 200,
  ])
  svc.ctx.db.update(cassets).set({ privacy: 'private' }).where(eq(cassets.id, nova.cassetId)).run()
  expect([await status(dawn.hookId), await status(dawn.hookId, nova)]).toEqual([404, 200])
  for (const query of ['?limit=0', '?limit=101', '?cursor=x', '?before=1']) {
    expect([query, await status(dawn.hookId, nova, query)]).toEqual([query, 400])
  }
})
