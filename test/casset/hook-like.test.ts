import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { hookLikes, hooks } from '../../db/schema/casset/hook.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

const sharedServer = shareNames()

const nothing = '0193b5a0-0000-7000-8000-000000000000'

const like = (svc: TestServer, hookId: string, who: Person | null, body: unknown = {}) =>
  svc.call('POST', `/api/hooks/${hookId}/like`, { body, cookie: who?.cookie })

const shownTo = async (svc: TestServer, cookie?: string) => {
  const { json } = await svc.call('GET', '/api/casset/nova/media', { cookie })
  const { tracks: shown } = Object(json)
  return shown.map(({ hook }: { hook: { likes: number; liked: boolean } }) => [hook.likes, hook.liked])
}

test('an empty body changes a like to the other, a given one sets it, and asking again changes nothing', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn } = await world(svc)
  const answers = []
  for (const [who, body] of [
    [ada, {}],
    [nova, { liked: true }],
    [nova, { liked: true }],
    [ada, { liked: true }],
    [ada, {}],
    [ada, { liked: false }],
  ] as const) {
    const { status, json } = await like(svc, dawn.hookId, who, body)
    answers.push([status, json])
  }
  expect(answers).toEqual([
    [200, { liked: true, likes: 1 }],
    [200, { liked: true, likes: 2 }],
    [200, { liked: true, likes: 2 }],
    [200, { liked: true, likes: 2 }],
    [200, { liked: false, likes: 1 }],
    [200, { liked: false, likes: 1 }],
  ])
  expect(svc.ctx.db.select({ userId: hookLikes.userId }).from(hookLikes).all()).toEqual([{ userId: nova.userId }])
})

test('everybody sees how many like a hook, each whether they do, and a page for strangers holds nobody’s like', async () => {
  const svc = await sharedServer()
  const { ada, nova, dawn } = await world(svc)
  await like(svc, dawn.hookId, ada)
  expect(await shownTo(svc, ada.cookie)).toEqual([
    [1, true],
    [0, false],
  ])
  for (const cookie of [undefined, nova.cookie]) {
    expect(await shownTo(svc, cookie)).toEqual([
      [1, false],
      [0, false],
    ])
  }
  const owned = await svc.call('PATCH', `/api/studio/tracks/${dawn.id}`, { body: { isrc: null }, cookie: nova.cookie })
  expect(owned.json).toHaveProperty('track.hook.likes', 1)
  const page = async (cookie?: string) =>
    (await svc.call('GET', '/@nova', { headers: { accept: 'text/html' }, cookie })).text
  const before = await page()
  await page(ada.cookie)
  expect(await page()).toBe(before)
})

test('a hook is there for those who may know of its track, and for nobody else', async () => {
  const svc = await sharedServer()
  const { ada, nova, hidden, draft, dawn, secret } = await world(svc)
  const { ctx } = svc
  const unpublished = await addReadyTrack(ctx, draft.cassetId, 'Unpublished')
  const inactive = await addReadyTrack(ctx, nova.cassetId, 'Inactive', { active: false })
  const waiting = await addReadyTrack(ctx, nova.cassetId, 'Waiting', { status: 'PROCESSING' })
  for (const id of [secret.hookId, unpublished.hookId, inactive.hookId, waiting.hookId, nothing, dawn.id, 'x', '%00']) {
    const { status, json } = await like(svc, id, ada)
    expect([id, status, Object(json).code]).toEqual([id, 404, 'NOT_FOUND'])
  }
  expect((await like(svc, secret.hookId, hidden)).json).toEqual({ liked: true, likes: 1 })
  expect((await like(svc, inactive.hookId, nova)).json).toEqual({ liked: true, likes: 1 })
  ctx.db.update(cassets).set({ privacy: 'private' }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await like(svc, dawn.hookId, ada)).status).toBe(404)
  expect((await like(svc, dawn.hookId, null)).status).toBe(401)
})

test('a body that is no like is refused by its field', async () => {
  await using svc = await startServer()
  const { ada, dawn } = await world(svc)
  for (const [body, field] of [
    [{ liked: 'true' }, 'liked'],
    [{ liked: 1 }, 'liked'],
    [{ liked: null }, 'liked'],
    [{ likes: 5 }, 'likes'],
  ] as const) {
    const { status, json } = await like(svc, dawn.hookId, ada, body)
    expect([status, json]).toEqual([400, expect.objectContaining({ code: 'VALIDATION', field })])
  }
  expect(svc.ctx.db.select().from(hookLikes).all()).toEqual([])
})

test('a rush of toggles at once leaves counts that agree with the rows', async () => {
  await using svc = await startServer()
  const { ada, nova, draft, hidden, dawn } = await world(svc)
  const people = [ada, nova, draft, hidden]
  await Promise.all(Array.from({ length: 60 }, (_, n) => like(svc, dawn.hookId, people[n % 4] ?? ada)))
  const likes = svc.ctx.db.select().from(hooks).where(eq(hooks.id, dawn.hookId)).get()?.likes
  expect(likes).toBe(svc.ctx.db.select().from(hookLikes).all().length)
  // Fifteen toggles each: everybody likes it.
  expect(likes).toBe(4)
})

test('a hook and its likes go when its track is erased', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn } = await world(svc)
  await like(svc, dawn.hookId, ada)
  await svc.call('DELETE', `/api/studio/tracks/${dawn.id}`, { cookie: nova.cookie })
  expect(svc.ctx.db.select().from(tracks).where(eq(tracks.id, dawn.id)).all()).toEqual([])
  expect(svc.ctx.db.select().from(hookLikes).all()).toEqual([])
  expect(svc.ctx.db.select().from(hooks).where(eq(hooks.id, dawn.hookId)).all()).toEqual([])
})
