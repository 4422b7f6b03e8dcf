import { expect, test } from 'bun:test'
import { mentionedHandles } from '../../src/lib/text/mentioned-handles.ts'
import { toldTo } from '../support/account/notification.ts'
import { addComment, say } from '../support/room/room.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { cast, type Person, world } from '../support/world.ts'

const reply = (by: string) => `${by} replied to you | It is in the room of First Light.`
const decide = (svc: TestServer, { cookie }: Person, handle: string, body: Record<string, unknown>) =>
  svc.call('PUT', `/api/casset/nova/room/members/${handle}`, { cookie, body })

test('an @ names somebody by their handle, at most so many, and neither addresses nor names of other sites', () => {
  for (const [text, named] of [
    ['@ada', ['ada']],
    ['(@Ada), @ben! @ada @x-_9', ['ada', 'ben', 'x-_9']],
    ['mail ada@example.org, @ada@example.org, @@ada, a@ada', []],
    [`@ab @${'a'.repeat(31)} @aдa @ ada @`, []],
    ['@one @two @three @four @five @six', ['one', 'two', 'three', 'four', 'five']],
  ] as const) {
    expect([text, mentionedHandles(text, 5)]).toEqual([text, [...named]])
  }
})

test('a comment replies to whom it names and who wrote in this room, once each, and to nobody else', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, ada, draft } = await world(svc)
  const [ben, quiet] = [cast(svc.ctx, 'ben'), cast(svc.ctx, 'quiet')]
  for (const person of [ada, ben]) addComment(svc, nova, person, 'first')
  // Writing in another room is not writing here.
  addComment(svc, draft, quiet, 'elsewhere')
  expect((await say(svc, ada, '@ben and @BEN, and @ada, @quiet, @nobody: hello')).status).toBe(201)
  expect([await toldTo(svc, ben), await toldTo(svc, ada), await toldTo(svc, quiet)]).toEqual([[reply('Ada')], [], []])
  await say(svc, ben, '@ada hi')
  await say(svc, ben, '@ada again')
  expect(await toldTo(svc, ada)).toEqual([reply('Ben'), reply('Ben')])

  // The artist is notified of a comment on their casset or of a reply, never of both.
  await say(svc, nova, '@ada welcome')
  expect((await toldTo(svc, ada))[0]).toBe(reply('Nova'))
  const before = await toldTo(svc, nova)
  await say(svc, quiet, '@nova thanks')
  expect(await toldTo(svc, nova)).toEqual([reply('Quiet'), ...before])
})

test('a reply is not told to somebody banned, who switched it off, whose comments are gone or who sees the casset no more', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, ada, draft } = await world(svc)
  const people = ['ben', 'cleo', 'dan', 'muted'].map((handle) => cast(svc.ctx, handle))
  const [ben, cleo, dan, muted] = people
  if (!ben || !cleo || !dan || !muted) throw new Error('nobody was cast')
  const ids = people.map((person) => addComment(svc, nova, person, 'here'))
  await decide(svc, nova, 'ben', { banned: true })
  await decide(svc, nova, 'muted', { muted: true })
  await svc.call('POST', '/api/notifications/prefs', { cookie: cleo.cookie, body: { comments: false } })
  await svc.call('DELETE', `/api/casset/nova/comments/${ids[2]}`, { cookie: dan.cookie })
  await say(svc, ada, '@ben @cleo @dan @muted')
  const replies = async (person: Person) => (await toldTo(svc, person)).filter((each) => each === reply('Ada')).length
  expect(await Promise.all(people.map(replies))).toEqual([0, 0, 0, 1])
  addComment(svc, draft, ada, 'when it was public')
  expect((await say(svc, draft, '@ada look', {}, 'draft')).status).toBe(201)
  expect(await toldTo(svc, ada)).toEqual([])
})

test('somebody who has written thousands of comments elsewhere is found, or not found, as quickly as others', async () => {
  await using svc = await startServer()
  const { nova, ada, draft } = await world(svc)
  svc.ctx.db.$client.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
     INSERT INTO comments (id, casset_id, author_id, text, event_id, created_at)
     SELECT printf('0193b5a0-0000-7000-8000-%012x', i), ?, ?, 'x', i, 1 FROM n`,
    [draft.cassetId, nova.userId],
  )
  const plan = svc.ctx.db.$client
    .query<{ detail: string }, []>(
      "EXPLAIN QUERY PLAN SELECT 1 FROM comments WHERE author_id = 'a' AND casset_id = 'c' AND removed_at IS NULL",
    )
    .all()
  expect(plan.map(({ detail }) => detail).join()).toContain(
    'COVERING INDEX comments_of_author (author_id=? AND casset_id=? AND removed_at=?)',
  )
  expect((await say(svc, ada, '@nova are you there?')).status).toBe(201)
})
