import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { campaignTransitions } from '../../src/drop/move-campaign.ts'
import { recountScores } from '../../src/drop/scores.ts'
import { verifySums } from '../../src/operate/doctor/check/sums.ts'
import { rowsOf } from '../support/account/account.ts'
import { act, dayMs, enter, fund, like, openDrops, read } from '../support/drop/drop.ts'
import { addDrop, addEntry } from '../support/drop/drop-row.ts'
import { shareShop } from '../support/shared.ts'
import { collect } from '../support/shop/checkout.ts'
import { addReadyTrack, cast } from '../support/world.ts'

const sharedShop = shareShop()

const told = async (asked: Promise<{ status: number; json: unknown }>) => {
  const { status, json } = await asked
  return [status, Object(json).field ?? Object(json).error]
}

/** The handles of a leaderboard with their points, best first. */
const board = async (...asked: Parameters<typeof read>) =>
  (await read(...asked)).submissions.map(({ author, score }: { author: { handle: string }; score: number }) => [
    author.handle,
    score,
  ])

describe('A drop is refused', () => {
  test('with a wrong body, and of another’s hook', async () => {
    const { svc, nova, ada, dawn } = await openDrops()
    await using _ = svc
    const endsAt = new Date(svc.ctx.now() + dayMs).toISOString()
    const good = { title: 'Move', brief: 'A clip.', hookId: dawn.hookId, endsAt, winners: 2, split: [60, 40] }
    const post = (body: object, { cookie } = nova) =>
      told(svc.call('POST', '/api/campaigns', { cookie, body: { ...good, ...body } }))
    expect(await post({ split: [60, 30] })).toEqual([400, 'split'])
    expect(await post({ split: [100] })).toEqual([400, 'split'])
    expect(await post({ split: [100.5, -0.5] })).toEqual([400, 'split.1'])
    expect(await post({ split: [33.333, 66.667] })).toEqual([400, 'split.0'])
    expect(await post({ winners: 11 })).toEqual([400, 'winners'])
    expect(await post({ title: ' \u200B' })).toEqual([400, 'title'])
    expect(await post({ endsAt: 'soon' })).toEqual([400, 'endsAt'])
    expect(await post({ endsAt: new Date(svc.ctx.now()).toISOString() })).toEqual([400, 'endsAt'])
    expect(await post({ endsAt: new Date(svc.ctx.now() + 91 * dayMs).toISOString() })).toEqual([400, 'endsAt'])
    expect(await post({ hookId: svc.ctx.uuid() })).toEqual([404, 'There is no such hook.'])
    expect(await post({ prize: 5 })).toEqual([400, 'prize'])
    expect(await post({}, ada)).toEqual([403, 'This hook belongs to somebody else.'])
    expect(rowsOf(svc, 'campaigns')).toEqual([])
  })

  test('changes that its state does not allow, and all by others, are refused', async () => {
    const { svc, nova, ada, dawn, make } = await openDrops({}, sharedShop)
    const id = await make({ terms: '' })
    const patch = (body: object, { cookie } = nova) => svc.call('PATCH', `/api/campaign/${id}`, { cookie, body })
    expect((await patch({ title: 'Still' })).json).toMatchObject({ campaign: { title: 'Still', winners: 1 } })
    expect((await patch({ title: 'Mine' }, ada)).status).toBe(403)
    expect((await read(svc, id)).status).toBe(404)
    expect((await read(svc, id, ada)).status).toBe(404)
    for (const what of ['launch', 'select-winner', 'payout']) expect((await act(svc, nova, id, what)).status).toBe(409)
    expect(await told(act(svc, nova, id, 'fund', { amount: 999 }))).toEqual([400, 'amount'])
    expect((await act(svc, ada, id, 'fund', { amount: 1_000 })).status).toBe(403)
    await fund(svc, nova, id)
    expect(await told(act(svc, nova, id, 'launch'))).toEqual([409, 'terms'])
    expect((await patch({ title: 'Other' })).status).toBe(409)
    expect((await patch({ terms: 'Over 18.' })).status).toBe(200)
    expect((await act(svc, nova, id, 'select-winner')).status).toBe(409)
    expect((await act(svc, nova, id, 'launch')).status).toBe(200)
    expect((await act(svc, nova, id, 'launch')).status).toBe(409)
    expect((await act(svc, nova, id, 'fund', { amount: 1_000 })).status).toBe(409)
    expect((await patch({ terms: 'Over 21.' })).status).toBe(409)
    expect(await told(act(svc, nova, id, 'select-winner'))).toEqual([409, 'This drop has 1 winner and 0 clips.'])
    expect((await read(svc, id)).campaign).toMatchObject({ state: 'OPEN', terms: 'Over 18.' })
    expect((await read(svc, id)).moves).toBeNull()
    const media = await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })
    const headers = { 'if-match': media.headers.get('etag') ?? '' }
    const gone = svc.call('DELETE', `/api/studio/tracks/${dawn.id}`, { cookie: nova.cookie, headers })
    expect(await told(gone)).toEqual([409, 'This track is used by a drop.'])
    expect(Object.values(campaignTransitions).flat()).toHaveLength(10)
  })
})

describe('A clip', () => {
  test('enters while the drop is open, once a person, to the last millisecond, and not by its artist', async () => {
    const { svc, nova, ada, eva, finn, dawn } = await openDrops({ clock: 'stands' })
    await using _ = svc
    const open = (values = {}) => addDrop(svc, nova, dawn, { endsAt: svc.ctx.now() + 1_000, ...values })
    const id = open()
    const other = await addReadyTrack(svc.ctx, nova.cassetId, 'Other', { position: 9 })
    const send = (who = eva, campaignId = id, hookId = dawn.hookId) =>
      told(
        svc.call('POST', '/api/hooks/submissions', {
          cookie: who.cookie,
          body: { hookId, campaignId, clip: { url: 'https://clips.example/x' } },
        }),
      )
    expect(await send(nova)).toEqual([409, 'You cannot enter your own drop.'])
    expect(await send(eva, svc.ctx.uuid())).toEqual([404, 'There is no such drop.'])
    expect(await send(eva, id, other.hookId)).toEqual([404, 'There is no such drop.'])
    expect(await send(eva, open({ state: 'DRAFT', openedAt: null }))).toEqual([404, 'There is no such drop.'])
    expect(await send(eva, open({ state: 'CLOSED' }))).toEqual([409, 'This drop is closed.'])
    const old = 'Accounts have to be 30 days old to enter this drop.'
    const elder = open({ minAccountAgeDays: 30 })
    const sendAged = (days: number) => {
      const aged = { createdAt: svc.ctx.now() - days * 86_400_000 }
      svc.ctx.db.update(users).set(aged).where(eq(users.id, finn.userId)).run()
      return send(finn, elder)
    }
    expect([await send(eva, elder), await sendAged(29.9), await sendAged(30)]).toEqual([
      [409, old],
      [409, old],
      [201, undefined],
    ])
    expect(await send()).toEqual([201, undefined])
    expect(await send()).toEqual([409, 'You are in this drop already: one clip a person.'])
    svc.tick(1_000)
    expect(await send(finn)).toEqual([201, undefined])
    svc.tick(1)
    expect(await send(ada)).toEqual([409, 'This drop has ended.'])
    expect((await read(svc, id)).campaign.entries).toBe(2)
  })

  test('has a point for each like of others and three for each collect by its maker’s link; ties go to the earlier', async () => {
    const { svc, nova, ada, eva, finn, gil, dawn } = await openDrops({}, sharedShop)
    const id = addDrop(svc, nova, dawn, { split: [5_000, 5_000] })
    const link = await svc.call('POST', '/api/casset/nova/referral-link', { cookie: eva.cookie })
    const referralCode = String(Object(link.json).code)
    // Likes from before the clip came count too.
    await collect(svc, ada, undefined, { slug: 'nova', referralCode })
    const [first, second] = [await enter(svc, finn, dawn.hookId, id), await enter(svc, eva, dawn.hookId, id)]
    expect(await board(svc, id)).toEqual([
      ['eva', 3],
      ['finn', 0],
    ])
    const noisy = cast(svc.ctx, 'noisy', { published: false })
    const mute = (muted: boolean) =>
      svc.call('PUT', '/api/casset/nova/room/members/noisy', { cookie: nova.cookie, body: { muted } })
    await mute(true)
    await like(svc, noisy, first)
    await mute(false)
    await like(svc, finn, first)
    for (const fan of [ada, gil, eva]) await like(svc, fan, first)
    await like(svc, ada, second)
    await like(svc, ada, second, false)
    // finn's own and that of somebody muted count nothing; at 3 and 3 the earlier is first.
    expect(await board(svc, id)).toEqual([
      ['finn', 3],
      ['eva', 3],
    ])
    expect(verifySums(svc.ctx)).toEqual([])
    await mute(false)
    await recountScores(svc.ctx, id)
    expect(await board(svc, id)).toEqual([
      ['finn', 3],
      ['eva', 3],
    ])
    // A voter who was muted later counts nothing at the close.
    await svc.call('PUT', '/api/casset/nova/room/members/gil', { cookie: nova.cookie, body: { muted: true } })
    const { json } = await act(svc, nova, id, 'select-winner')
    expect(json).toMatchObject({
      payouts: [
        { artist: { handle: 'eva' }, score: 3 },
        { artist: { handle: 'finn' }, score: 2 },
      ],
    })
    await like(svc, noisy, second)
    expect(await board(svc, id)).toEqual([
      ['eva', 3],
      ['finn', 2],
    ])
  })

  test('that is rejected with a reason is out, and one that is withdrawn; likes stand still between end and close', async () => {
    const { svc, nova, ada, eva, finn, gil, dawn } = await openDrops({}, sharedShop)
    const id = addDrop(svc, nova, dawn)
    const clips = new Map<string, string>()
    for (const fan of [eva, finn, gil]) clips.set(fan.handle, await enter(svc, fan, dawn.hookId, id))
    const of = (handle: string) => clips.get(handle) ?? ''
    const decide = (handle: string, body: object) =>
      svc.call('POST', `/api/hooks/submissions/${of(handle)}/decide`, { cookie: nova.cookie, body })
    await like(svc, ada, of('finn'))
    expect((await decide('finn', { decision: 'REJECTED' })).status).toBe(400)
    expect((await decide('finn', { decision: 'REJECTED', reason: 'Not of the hook.' })).status).toBe(200)
    expect(await board(svc, id)).toEqual([
      ['eva', 0],
      ['gil', 0],
    ])
    expect((await decide('finn', { decision: 'ACCEPTED' })).status).toBe(200)
    expect(await board(svc, id)).toEqual([
      ['finn', 1],
      ['eva', 0],
      ['gil', 0],
    ])
    await svc.call('DELETE', `/api/hooks/submissions/${of('finn')}`, { cookie: finn.cookie })
    expect((await read(svc, id)).campaign.entries).toBe(2)
    const page = await svc.call('GET', `/api/campaign/${id}/leaderboard?limit=1`)
    const next = await svc.call('GET', `/api/campaign/${id}/leaderboard?limit=1&cursor=${Object(page.json).nextCursor}`)
    expect(next.json).toMatchObject({ submissions: [{ rank: 2, author: { handle: 'gil' } }], nextCursor: null })
    expect((await svc.call('GET', `/api/campaign/${id}/leaderboard?cursor=1.2`)).status).toBe(400)
    svc.tick(8 * dayMs)
    expect((await like(svc, ada, of('eva'))).status).toBe(409)
    await act(svc, nova, id, 'select-winner', { submissionIds: [of('gil')] })
    expect((await like(svc, ada, of('eva'))).status).toBe(200)
    const closed = await read(svc, id, ada)
    expect(closed).toMatchObject({ campaign: { state: 'CLOSED' }, payouts: [{ artist: { handle: 'gil' }, prize: [] }] })
    expect(closed.submissions).toMatchObject([{ score: 0 }, { score: 0 }])
  })
})

test('a clip of a drop in another mode of payment is liked as any other', async () => {
  const { svc, nova, ada, hidden, dawn } = await openDrops({}, sharedShop)
  const clip = addEntry(svc, ada, dawn, addDrop(svc, nova, dawn, { mode: 'live' }))
  expect((await like(svc, hidden, clip)).json).toEqual({ liked: true, likes: 1 })
})

test('a casset’s page and its track lead to the drops that take clips now, and to no others', async () => {
  const { svc, nova, eva, dawn, kettle } = await openDrops()
  await using _ = svc
  const ended = addDrop(svc, nova, kettle, { endsAt: svc.ctx.now() - 1 })
  const others = [
    ended,
    addDrop(svc, nova, dawn, { mode: 'live' }),
    addDrop(svc, nova, dawn, { state: 'FUNDED', openedAt: null }),
    addDrop(svc, nova, dawn, { state: 'CLOSED' }),
  ]
  const id = addDrop(svc, nova, dawn)
  const linksOn = async (path: string, cookie?: string) =>
    [...(await svc.call('GET', path, { cookie })).text.matchAll(/href="\/drops\/([^"]+)"/g)].map((found) => found[1])
  expect(await linksOn('/@nova')).toEqual([id, id])
  expect(await linksOn('/@nova/clip', eva.cookie)).toEqual([id])
  // The open one has its title and a key.
  expect((await linksOn('/drops')).toSorted()).toEqual([id, id, ended, others[3]].toSorted())
  expect((await svc.call('GET', '/drops')).text).toMatch(/Open now.*Before.*winners are being chosen/s)
  svc.tick(7 * dayMs + 1)
  expect(await linksOn('/@nova')).toEqual([])
  expect((await svc.call('GET', '/drops')).text).toContain('No drop is open.')
})

test('drops are listed by state and artist: the open ones to everybody, one’s own drafts to oneself', async () => {
  const { svc, nova, ada, dawn, make } = await openDrops()
  await using _ = svc
  const open = addDrop(svc, nova, dawn)
  const draft = await make()
  addDrop(svc, nova, dawn, { mode: 'live' })
  const list = async (query: string, cookie?: string) => {
    const { json } = await svc.call('GET', `/api/campaigns${query}`, { cookie })
    return Object(json).campaigns.map(({ id }: { id: string }) => id)
  }
  expect(await list('')).toEqual([open])
  expect(await list('?state=DRAFT', ada.cookie)).toEqual([])
  expect(await list('?state=DRAFT', nova.cookie)).toEqual([draft])
  expect(await list('?handle=nova&limit=1', nova.cookie)).not.toEqual([open])
  expect(await list('?handle=ada', nova.cookie)).toEqual([])
  expect(await list('?handle=nobody')).toEqual([])
  expect((await svc.call('GET', '/drops')).text).not.toMatch(/escrow/i)
})

test('launch opens a drop that was made of what the contract names', async () => {
  const { svc, nova, dawn } = await openDrops({}, sharedShop)
  const endsAt = new Date(svc.ctx.now() + dayMs).toISOString()
  const body = { title: 'Move', brief: 'A clip.', hookId: dawn.hookId, endsAt, winners: 1, split: [100] }
  const made = await svc.call('POST', '/api/campaigns', { cookie: nova.cookie, body })
  const { id, terms } = Object(made.json).campaign
  expect([made.status, terms]).toEqual([201, expect.stringContaining('Void where prohibited.')])
  await fund(svc, nova, id, 1_000)
  expect((await act(svc, nova, id, 'launch')).json).toMatchObject({ campaign: { state: 'OPEN', terms }, payouts: [] })
})

test('a drop of a casset that is unlisted, private or not published is listed nowhere, but to its artist', async () => {
  const { svc, nova, eva, dawn } = await openDrops()
  await using _ = svc
  const [listed, id] = [addDrop(svc, eva, dawn), addDrop(svc, nova, dawn)]
  svc.ctx.db.$client.run('UPDATE cassets SET published = 1 WHERE id = ?', [eva.cassetId])
  const list = async (query = '', cookie?: string) => {
    const { json } = await svc.call('GET', `/api/campaigns${query}`, { cookie })
    return Object(json).campaigns.map((drop: { id: string }) => drop.id)
  }
  const page = async (path: string) => (await svc.call('GET', path)).text
  for (const hide of ["privacy = 'unlisted'", "privacy = 'private'", "published = 0, privacy = 'public'"]) {
    expect([await list(), await page(`/drops/${id}`)]).toEqual([[id, listed], expect.not.stringContaining('noindex')])
    svc.ctx.db.$client.run(`UPDATE cassets SET ${hide} WHERE id = ?`, [nova.cassetId])
    expect(await list()).toEqual([listed])
    expect(await list('?state=OPEN')).toEqual([listed])
    expect(await list('?handle=nova', eva.cookie)).toEqual([])
    expect(await list('', nova.cookie)).toEqual([id, listed])
    expect([await page('/drops'), await page('/')]).toEqual([
      expect.not.stringContaining(id),
      expect.not.stringContaining(id),
    ])
    expect(await page(`/drops/${id}`)).toContain('noindex')
    svc.ctx.db.$client.run("UPDATE cassets SET published = 1, privacy = 'public' WHERE id = ?", [nova.cassetId])
  }
  // Many that are hidden end no list: the next page goes on after those that were looked at.
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'unlisted' WHERE id = ?", [nova.cassetId])
  for (let count = 0; count < 500; count += 1) addDrop(svc, nova, dawn)
  const first = Object((await svc.call('GET', '/api/campaigns')).json)
  expect([first.campaigns, await list(`?cursor=${first.nextCursor}`)]).toEqual([[], [listed]])
})
