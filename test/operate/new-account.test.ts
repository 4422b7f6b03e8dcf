import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { fixture, uploadTrack } from '../support/casset/upload.ts'
import { withOwner } from '../support/operate/decision.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, type Person } from '../support/world.ts'

const day = 86_400_000
const env = { NEW_ACCOUNT_DAYS: '3' }

const comment = (svc: TestServer, { cookie }: Person, text: string) =>
  svc.call('POST', '/api/casset/nova/comment', { cookie, body: { text } })
const saveBio = (svc: TestServer, { cookie }: Person, bio: string) =>
  svc.call('POST', '/api/auth/update-profile', { cookie, body: { displayName: 'Ada', bio } })
const verify = (svc: TestServer, { cookie }: Person, { userId }: Person) =>
  svc.call('PATCH', `/api/admin/accounts/${userId}`, { cookie, body: { verified: true } })

/** How a moment (ms) stands in a refusal. */
function spoken(at: number): string {
  const [date, time] = new Date(at).toISOString().split('T')
  const month = new Date(at).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
  return `${Number(date?.slice(8))} ${month}, ${time?.slice(0, 5)} UTC`
}

test('a new account writes no link in comments and bio until it is old enough or verified', async () => {
  await using svc = await startServer({ env, clock: 'stands' })
  const { nova, ada, owner } = await withOwner(svc)
  const error = `New accounts cannot write links. You can from ${spoken(svc.ctx.now() + 3 * day)} on.`
  for (const text of ['see https://spam.example', 'WWW.spam.example', 'spam.com!', 'spam．com', 'spam.example/now'])
    expect([text, await comment(svc, ada, text)]).toMatchObject([text, { status: 400, json: { field: 'text', error } }])
  expect(await saveBio(svc, ada, 'Buy at spam.com')).toMatchObject({ status: 400, json: { field: 'bio', error } })
  expect(rowsOf(svc, 'comments')).toEqual([])
  for (const text of ['Wow...great. 3.5 stars', 'yes.then no', 'and/or'])
    expect([text, (await comment(svc, ada, text)).status]).toEqual([text, 201])
  expect((await comment(svc, owner, 'https://mine.example')).status).toBe(201)
  expect((await verify(svc, owner, ada)).status).toBe(200)
  expect([(await comment(svc, ada, 'spam.com')).status, (await saveBio(svc, ada, 'spam.com')).status]).toEqual([
    201, 200,
  ])
  svc.tick(3 * day - 1)
  expect((await comment(svc, nova, 'spam.com')).status).toBe(400)
  svc.tick(1)
  expect((await comment(svc, nova, 'spam.com')).status).toBe(201)
})

test('a new account writes 20 comments in 24 hours, and is told when it can write the next', async () => {
  await using svc = await startServer({ env, clock: 'stands' })
  const { nova, ada, owner } = await withOwner(svc)
  const write = async (person: Person, times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      expect((await comment(svc, person, `Song ${turn}`)).status).toBe(201)
      svc.tick(60_000)
    }
  }
  const first = svc.ctx.now()
  await write(ada, 20)
  const refused = await comment(svc, ada, 'one more')
  const until = spoken(first + day)
  const error = `New accounts write 20 comments a day. You can write more from ${until} on.`
  expect(refused).toMatchObject({ status: 409, json: { error } })
  expect(rowsOf(svc, 'comments')).toHaveLength(20)
  await write(owner, 21)
  svc.tick(first + day - svc.ctx.now() - 1)
  expect((await comment(svc, ada, 'one more')).status).toBe(409)
  svc.tick(1)
  await write(ada, 1)
  expect((await comment(svc, nova, 'of somebody else')).status).toBe(201)
})

test('a new account uploads 5 tracks and submits 3 clips in 24 hours, a verified one more', async () => {
  await using svc = await startServer({ env, clock: 'stands' })
  const { ada, owner, dawn } = await withOwner(svc)
  for (let turn = 0; turn < 4; turn += 1) await addReadyTrack(svc.ctx, ada.cassetId, `Track ${turn}`)
  const bytes = await fixture('wav-8.wav')
  const upload = () => uploadTrack(svc, ada, bytes)
  const clip = (turn: number) =>
    svc.call('POST', '/api/hooks/submissions', {
      cookie: ada.cookie,
      body: { hookId: dawn.hookId, clip: { url: `https://video.example/${turn}` } },
    })
  const until = spoken(svc.ctx.now() + day)
  expect((await upload()).status).toBe(201)
  const kept = rowsOf(svc, 'tracks').length
  const more = `New accounts upload 5 tracks a day. You can upload more from ${until} on.`
  expect(await upload()).toMatchObject({ status: 409, json: { error: more } })
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '100' }
  const path = `/api/studio/casset/${ada.cassetId}/tracks`
  expect(await svc.call('POST', path, { cookie: ada.cookie, headers: tus })).toMatchObject({ json: { error: more } })
  expect(rowsOf(svc, 'tracks')).toHaveLength(kept)
  for (const turn of [1, 2, 3]) expect((await clip(turn)).status).toBe(201)
  expect(await clip(4)).toMatchObject({
    status: 409,
    json: { error: `New accounts submit 3 clips a day. You can submit more from ${until} on.` },
  })
  expect(rowsOf(svc, 'submissions')).toHaveLength(3)
  await verify(svc, owner, ada)
  expect([(await upload()).status, (await clip(4)).status]).toEqual([201, 201])
})

test('nobody is new where the owner set no days', async () => {
  await using svc = await startServer()
  const { ada } = await withOwner(svc)
  expect((await comment(svc, ada, 'https://mine.example')).status).toBe(201)
})
