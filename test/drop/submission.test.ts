import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { tracks } from '../../db/schema/casset/track.ts'
import { submissionLikes, submissions } from '../../db/schema/drop/submission.ts'
import { assets } from '../../db/schema/platform/asset.ts'
import { ownClips, shownClips } from '../../src/drop/submission/list-submissions.ts'
import { keptFiles } from '../support/casset/upload.ts'
import { addClip, addSubmittedClip } from '../support/drop/clip.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

const link = { url: 'https://video.example/watch?v=1' }
const nothing = '0193b5a0-0000-7000-8000-000000000000'

const submit = (svc: TestServer, { cookie }: Person, body: Record<string, unknown>) =>
  svc.call('POST', '/api/hooks/submissions', { cookie, body })
const idOf = (answer: { json: unknown }): string => Object(answer.json).submission.id
const decide = (svc: TestServer, { cookie }: Person, id: string, body: Record<string, unknown>) =>
  svc.call('POST', `/api/hooks/submissions/${id}/decide`, { cookie, body })
const listed = async (svc: TestServer, hookId: string, who?: Person, query = '') => {
  const { json } = await svc.call('GET', `/api/hooks/${hookId}/submissions${query}`, { cookie: who?.cookie })
  return Object(json)
}
const captions = async (svc: TestServer, hookId: string, who?: Person): Promise<string[]> =>
  (await listed(svc, hookId, who)).submissions.map(({ caption }: { caption: string }) => caption)

test('a link is submitted as it is written, waits for the artist, and is never asked for by us', async () => {
  await using svc = await startServer()
  const { ada, dawn } = await world(svc)
  let asked = 0
  using elsewhere = Bun.serve({ port: 0, fetch: () => new Response(String(++asked)) })
  const url = `https://127.0.0.1:${elsewhere.port}/clip?<b>`
  const { status, json } = await submit(svc, ada, { hookId: dawn.hookId, clip: { url }, caption: ' My\n<b>cover</b> ' })
  const submission = {
    id: expect.any(String),
    hookId: dawn.hookId,
    author: { handle: 'ada', displayName: 'Ada', pfp: '/pfp/ada.svg' },
    clip: {
      url: `https://127.0.0.1:${elsewhere.port}/clip?%3Cb%3E`,
      assetId: null,
      contentType: null,
      durationSec: null,
      width: null,
      height: null,
    },
    caption: 'My <b>cover</b>',
    campaignId: null,
    status: 'PENDING',
    reason: null,
    likes: 0,
    liked: false,
    createdAt: expect.any(String),
  }
  expect([status, json, asked]).toEqual([201, { submission }, 0])
  expect(await listed(svc, dawn.hookId, ada)).toEqual({ submissions: [submission], nextCursor: null })
})

test('a body that is no submission is refused by its field, and nothing is stored', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn, kettle, secret, draft } = await world(svc)
  const taken = addSubmittedClip(svc, ada, dawn)
  const novas = await addClip(svc, nova)
  const unpublished = await addReadyTrack(svc.ctx, draft.cassetId, 'Unpublished')
  const { hookId } = dawn
  for (const [body, status, field] of [
    [{ hookId, clip: { url: 'http://video.example/' } }, 400, 'clip.url'],
    [{ hookId, clip: { url: 'javascript:alert(1)' } }, 400, 'clip.url'],
    [{ hookId, clip: { url: 'data:text/html,x' } }, 400, 'clip.url'],
    [{ hookId, clip: { url: 'https://me@video.example/' } }, 400, 'clip.url'],
    [{ hookId, clip: { url: '//video.example/' } }, 400, 'clip.url'],
    [{ hookId, clip: { url: `https://video.example/${'x'.repeat(2048)}` } }, 400, 'clip.url'],
    [{ hookId, clip: {} }, 400, 'clip'],
    [{ hookId, clip: { ...link, assetId: novas } }, 400, 'clip'],
    [{ hookId, clip: { assetId: novas } }, 400, 'clip.assetId'],
    [{ hookId, clip: { assetId: nothing } }, 400, 'clip.assetId'],
    [{ hookId, clip: { ...link, html: '<b>' } }, 400, 'clip.html'],
    [{ hookId, clip: link, caption: '😀'.repeat(281) }, 400, 'caption'],
    [{ hookId, clip: link, status: 'ACCEPTED' }, 400, 'status'],
    [{ hookId, clip: link, campaignId: nothing }, 404, undefined],
    [{ hookId: secret.hookId, clip: link }, 404, undefined],
    [{ hookId: unpublished.hookId, clip: link }, 404, undefined],
    [{ hookId: dawn.id, clip: link }, 404, undefined],
    [{ hookId: kettle.hookId, clip: { assetId: taken.assetId } }, 409, 'clip.assetId'],
  ] as const) {
    const answer = await submit(svc, ada, { caption: '', ...body })
    expect([body, answer.status, Object(answer.json).field]).toEqual([body, status, field])
  }
  expect(svc.ctx.db.select().from(submissions).all()).toHaveLength(1)
  expect((await submit(svc, ada, { hookId, clip: link, caption: '😀'.repeat(280) })).status).toBe(201)
})

test('one person submits ten clips to a hook and no eleventh', async () => {
  await using svc = await startServer()
  const { ada, draft, dawn, kettle } = await world(svc)
  const once = async (who: Person, { hookId }: typeof dawn) => (await submit(svc, who, { hookId, clip: link })).status
  for (let n = 0; n < 10; n += 1) expect(await once(ada, dawn)).toBe(201)
  expect([await once(ada, dawn), await once(ada, kettle), await once(draft, dawn)]).toEqual([409, 201, 201])
})

test('its artist sees every submission and decides; others see the accepted ones, each person also their own', async () => {
  await using svc = await startServer()
  const { ada, nova, draft, hidden, dawn } = await world(svc)
  const ids: Record<string, string> = {}
  for (const [who, caption] of [
    [ada, 'yes'],
    [ada, 'no'],
    [draft, 'later'],
  ] as const) {
    ids[caption] = idOf(await submit(svc, who, { hookId: dawn.hookId, clip: link, caption }))
  }
  const accepted = await decide(svc, nova, ids.yes ?? '', { decision: 'ACCEPTED' })
  expect([accepted.status, accepted.json]).toEqual([
    200,
    { submission: expect.objectContaining({ status: 'ACCEPTED', reason: null }) },
  ])
  await decide(svc, nova, ids.no ?? '', { decision: 'REJECTED', reason: ' Too\u0000 loud. ' })
  const { json: news } = await svc.call('GET', '/api/notifications', { cookie: ada.cookie })
  expect(Object(news).notifications).toMatchObject([{ title: 'Nova accepted your clip' }])
  expect(await captions(svc, dawn.hookId)).toEqual(['yes'])
  expect(await captions(svc, dawn.hookId, hidden)).toEqual(['yes'])
  expect(await captions(svc, dawn.hookId, ada)).toEqual(['no', 'yes'])
  expect(await captions(svc, dawn.hookId, draft)).toEqual(['later', 'yes'])
  expect(await captions(svc, dawn.hookId, nova)).toEqual(['later', 'no', 'yes'])
  expect(await listed(svc, dawn.hookId, ada)).toHaveProperty('submissions.0.reason', 'Too loud.')
  const studio = async (status: string, { cookie }: Person) =>
    Object((await svc.call('GET', `/api/studio/submissions?status=${status}`, { cookie })).json).submissions
  expect(await studio('PENDING', nova)).toEqual([
    expect.objectContaining({ caption: 'later', track: { id: dawn.id, title: 'Dawn' } }),
  ])
  expect([(await studio('REJECTED', nova)).length, await studio('PENDING', ada)]).toEqual([1, []])
  await decide(svc, nova, ids.yes ?? '', { decision: 'REJECTED', reason: 'After all.' })
  expect(await captions(svc, dawn.hookId)).toEqual([])
  for (const [who, id, status] of [
    [ada, ids.yes, 403],
    [draft, ids.later, 403],
    [nova, nothing, 404],
  ] as const) {
    expect((await decide(svc, who, id ?? '', { decision: 'ACCEPTED' })).status).toBe(status)
  }
  for (const [body, field] of [
    [{}, 'decision'],
    [{ decision: 'PENDING' }, 'decision'],
    [{ decision: 'REJECTED', reason: 'x'.repeat(281) }, 'reason'],
  ] as const) {
    const answer = await decide(svc, nova, ids.yes ?? '', body)
    expect([answer.status, Object(answer.json).field]).toEqual([400, field])
  }
})

test('somebody banned from a casset’s room submits no clip to its hooks', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn } = await world(svc)
  const ban = (banned: boolean) =>
    svc.call('PUT', '/api/casset/nova/room/members/ada', { cookie: nova.cookie, body: { banned } })
  expect((await ban(true)).status).toBe(200)
  expect((await submit(svc, ada, { hookId: dawn.hookId, clip: link })).status).toBe(403)
  await ban(false)
  expect((await submit(svc, ada, { hookId: dawn.hookId, clip: link })).status).toBe(201)
})

test('a submission is liked like a hook, by those who may see it', async () => {
  await using svc = await startServer()
  const { ada, nova, draft, dawn } = await world(svc)
  const id = idOf(await submit(svc, ada, { hookId: dawn.hookId, clip: link }))
  const like = async (who: Person, body: Record<string, unknown> = {}) => {
    const { status, json } = await svc.call('POST', `/api/hooks/submissions/${id}/like`, { cookie: who.cookie, body })
    return [status, status === 200 ? json : null]
  }
  expect(await like(draft)).toEqual([404, null])
  expect(await like(nova)).toEqual([200, { liked: true, likes: 1 }])
  await decide(svc, nova, id, { decision: 'ACCEPTED' })
  expect([await like(draft), await like(draft, { liked: true }), await like(nova)]).toEqual([
    [200, { liked: true, likes: 2 }],
    [200, { liked: true, likes: 2 }],
    [200, { liked: false, likes: 1 }],
  ])
  expect(await listed(svc, dawn.hookId, draft)).toHaveProperty('submissions.0.liked', true)
  expect(await listed(svc, dawn.hookId)).toMatchObject({ submissions: [{ liked: false, likes: 1 }] })
})

test('its sender withdraws a submission, with its likes and what they uploaded; nobody else does', async () => {
  await using svc = await startServer()
  const { ada, nova, draft, dawn } = await world(svc)
  const before = keptFiles(svc.dataDir)
  const assetId = await addClip(svc, ada)
  const id = idOf(await submit(svc, ada, { hookId: dawn.hookId, clip: { assetId } }))
  await svc.call('POST', `/api/hooks/submissions/${id}/like`, { cookie: nova.cookie, body: {} })
  const kept = await svc.call('DELETE', `/api/studio/assets/${assetId}`, { cookie: ada.cookie })
  expect([kept.status, Object(kept.json).hint]).toEqual([
    409,
    'It is a clip that you submitted. Change that first, then delete it.',
  ])
  const withdraw = async (who: Person) =>
    (await svc.call('DELETE', `/api/hooks/submissions/${id}`, { cookie: who.cookie })).status
  expect([await withdraw(nova), await withdraw(draft), await withdraw(ada), await withdraw(ada)]).toEqual([
    403, 403, 204, 404,
  ])
  await svc.ctx.jobs.idle()
  const { db } = svc.ctx
  expect([submissions, submissionLikes, assets].map((table) => db.select().from(table).all())).toEqual([[], [], []])
  expect(keptFiles(svc.dataDir)).toEqual(before)
})

test('a hook that is hidden hides its submissions, and an erased track takes them along', async () => {
  await using svc = await startServer()
  const { ada, nova, draft, dawn } = await world(svc)
  const id = idOf(await submit(svc, ada, { hookId: dawn.hookId, clip: link }))
  await decide(svc, nova, id, { decision: 'ACCEPTED' })
  const status = async (who?: Person) =>
    (await svc.call('GET', `/api/hooks/${dawn.hookId}/submissions`, { cookie: who?.cookie })).status
  expect([await status(), await status(ada)]).toEqual([200, 200])
  svc.ctx.db.update(cassets).set({ privacy: 'private' }).where(eq(cassets.id, nova.cassetId)).run()
  expect([await status(), await status(ada), await status(draft), await status(nova)]).toEqual([404, 404, 404, 200])
  await svc.call('DELETE', `/api/studio/tracks/${dawn.id}`, { cookie: nova.cookie })
  expect(svc.ctx.db.select().from(tracks).where(eq(tracks.id, dawn.id)).all()).toEqual([])
  expect(svc.ctx.db.select().from(submissions).all()).toEqual([])
})

test('among 10,000 submissions pages follow one another without gap or repeat, and hidden tracks show nothing', async () => {
  await using svc = await startServer()
  const { ada, nova, dawn } = await world(svc)
  const { $client } = svc.ctx.db
  $client.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
     INSERT INTO submissions (id, hook_id, casset_id, user_id, url, caption, status, created_at)
     SELECT printf('0193b5a0-%04x-7%03x-8000-000000000000', i / 4096, i % 4096), ?, ?, ?, 'https://a.example/', '',
       CASE WHEN i % 5000 = 0 THEN 'ACCEPTED' ELSE 'REJECTED' END, i FROM n`,
    [dawn.hookId, dawn.cassetId, nova.userId],
  )
  for (let n = 0; n < 3; n += 1) await submit(svc, ada, { hookId: dawn.hookId, clip: link, caption: `${n}` })
  const first = await listed(svc, dawn.hookId, ada, '?limit=2')
  const second = await listed(svc, dawn.hookId, ada, `?limit=2&cursor=${first.nextCursor}`)
  const third = await listed(svc, dawn.hookId, ada, `?limit=2&cursor=${second.nextCursor}`)
  const all = [first, second, third].map(({ submissions: page }) => page.map(({ id }: { id: string }) => id))
  expect(all.map((page) => page.length)).toEqual([2, 2, 1])
  expect(new Set(all.flat()).size).toBe(5)
  expect(third.nextCursor).toBeNull()

  // The casset's page, when all clips but the oldest belong to a hidden track.
  const salt = await addReadyTrack(svc.ctx, nova.cassetId, 'Salt', { position: 9 })
  $client.run("UPDATE submissions SET status = 'ACCEPTED'")
  const oldest = svc.ctx.db.select({ id: submissions.id }).from(submissions).orderBy(submissions.id).limit(3).all()
  const ids = oldest.map(({ id }) => id).toReversed()
  $client.run('UPDATE submissions SET hook_id = ? WHERE id <= ?', [salt.hookId, ids[0] ?? ''])
  const shown = () => shownClips(svc.ctx, nova.cassetId, null, 12).map(({ id }) => id)
  expect(shown().length).toBe(12)
  $client.run('UPDATE tracks SET active = 0 WHERE id = ?', [dawn.id])
  expect(shown()).toEqual(ids)
  expect(ownClips(svc.ctx, nova.cassetId, nova.userId, 2).length).toBe(2)
})
