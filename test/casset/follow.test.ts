import { expect, test } from 'bun:test'
import { inTransaction } from '../../db/commits.ts'
import { followCounts, follows } from '../../db/schema/casset/follow.ts'
import { viewerOfSession } from '../../src/account/session/viewer.ts'
import { countFollowers, isFollowing } from '../../src/casset/follow/read-follow.ts'
import { setFollow } from '../../src/casset/follow/set-follow.ts'
import type { Ctx } from '../../src/context.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast, type Person, world } from '../support/world.ts'

/** The viewer as a verb gets it. */
function viewerIn(ctx: Ctx, { sessionId }: Person) {
  const viewer = viewerOfSession(ctx, sessionId)
  if (!viewer) throw new Error('nobody has this session')
  return viewer
}

const artistIn = ({ userId, artistId: id, handle }: Person) => ({ id, userId, handle })

const mediaOf = async (svc: TestServer, cookie?: string) =>
  (await svc.call('GET', '/api/casset/nova/media', { cookie })).json

test('a follow is kept once however often it is asked for, with its count, and ends the same way', async () => {
  await using svc = await startServer()
  const { nova, ada, draft } = await world(svc)
  const { ctx } = svc
  const of = (who: Person, following: boolean) => setFollow(ctx, viewerIn(ctx, who), artistIn(nova), following)
  expect(of(ada, false)).toEqual({ following: false, followers: 0 })
  expect([of(ada, true), of(ada, true), of(draft, true)]).toEqual([
    { following: true, followers: 1 },
    { following: true, followers: 1 },
    { following: true, followers: 2 },
  ])
  expect([isFollowing(ctx, ada.userId, nova.artistId), isFollowing(ctx, nova.userId, ada.artistId)]).toEqual([
    true,
    false,
  ])
  expect(of(ada, false)).toEqual({ following: false, followers: 1 })
  expect(of(ada, false)).toEqual({ following: false, followers: 1 })
  expect(ctx.db.select({ userId: follows.userId }).from(follows).all()).toEqual([{ userId: draft.userId }])
})

test('an artist is told of a new follower once, however often they come back', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  for (const following of [true, false, true, true]) {
    setFollow(svc.ctx, viewerIn(svc.ctx, ada), artistIn(nova), following)
  }
  const { json } = await svc.call('GET', '/api/notifications', { cookie: nova.cookie })
  expect(Object(json).notifications).toMatchObject([{ title: 'Ada follows you' }])
})

test('nobody follows themselves', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const viewer = viewerIn(svc.ctx, nova)
  expect(() => setFollow(svc.ctx, viewer, artistIn(nova), true)).toThrow('You cannot follow yourself.')
  expect(setFollow(svc.ctx, viewer, artistIn(nova), false)).toEqual({ following: false, followers: 0 })
})

test('a follow that is undone with its transaction, or goes with its account, is not counted', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const { ctx } = svc
  const eve = cast(ctx, 'eve')
  const undone = () =>
    inTransaction(ctx.db, () => {
      setFollow(ctx, viewerIn(ctx, ada), artistIn(nova), true)
      throw new Error('undone')
    })
  expect(undone).toThrow('undone')
  expect(countFollowers(ctx, nova.artistId)).toBe(0)
  setFollow(ctx, viewerIn(ctx, eve), artistIn(nova), true)
  expect(countFollowers(ctx, nova.artistId)).toBe(1)
  ctx.db.$client.run('DELETE FROM users WHERE id = ?', [eve.userId])
  expect(countFollowers(ctx, nova.artistId)).toBe(0)
})

test('the payload says to each viewer whether they follow, and to strangers nothing of anybody', async () => {
  await using svc = await startServer()
  const { nova, ada, draft } = await world(svc)
  setFollow(svc.ctx, viewerIn(svc.ctx, ada), artistIn(nova), true)
  for (const [cookie, following] of [
    [ada.cookie, true],
    [draft.cookie, false],
    [nova.cookie, false],
    [undefined, false],
  ] as const) {
    expect(await mediaOf(svc, cookie)).toHaveProperty('viewer.following', following)
  }
})

test('among 5,000 followers the count of an artist follows each that comes and goes', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  const { ctx } = svc
  ctx.db.$client.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
     INSERT INTO users (id, email, created_at) SELECT 'u' || i, 'u' || i || '@example.com', 0 FROM n`,
  )
  ctx.db.$client.run("INSERT INTO follows SELECT id, ?, 0 FROM users WHERE id LIKE 'u%'", [nova.artistId])
  const viewer = viewerIn(ctx, ada)
  for (let n = 0; n < 50; n += 1) setFollow(ctx, viewer, artistIn(nova), n % 2 === 0)
  expect(countFollowers(ctx, nova.artistId)).toBe(5_000)
  expect(ctx.db.select().from(followCounts).all()).toEqual([{ artistId: nova.artistId, followers: 5_000 }])
})
