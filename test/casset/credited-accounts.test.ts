import { expect, setDefaultTimeout, test } from 'bun:test'
import { testLimitMs } from '../support/limits.ts'
import { exportOf } from '../support/operate/export.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, cast, type Person, world } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const by = [
  { role: 'main', name: 'Mara' },
  { role: 'with', name: 'Lou' },
]

/** Nova's Dawn is by Mara with Lou; mara has public music, quiet has none. */
async function stage(svc: TestServer) {
  const people = await world(svc)
  const mara = cast(svc.ctx, 'mara', { name: 'Own Tape', displayName: 'Mara Velo' })
  const { cookie } = people.nova
  await svc.call('PATCH', `/api/studio/tracks/${people.dawn.id}`, { cookie, body: { by } })
  return { ...people, mara }
}

type Stage = Awaited<ReturnType<typeof stage>>

const say = (svc: TestServer, { nova, dawn }: Stage, name: string, handle: string | null, trackId = dawn.id) =>
  svc.call('PUT', `/api/studio/tracks/${trackId}/accounts`, { cookie: nova.cookie, body: { name, handle } })

const creditsOf = async (svc: TestServer, { cookie }: Person) =>
  Object((await svc.call('GET', '/api/credits', { cookie })).json).credits

const answer = async (svc: TestServer, person: Person, agreed: boolean) => {
  const [{ id }] = await creditsOf(svc, person)
  return (await svc.call('POST', `/api/credits/${id}`, { cookie: person.cookie, body: { agreed } })).status
}

const pageOf = async (svc: TestServer, path: string) => (await svc.call('GET', path)).text

const isLinked = async (svc: TestServer) => {
  const [page, embed, media] = await Promise.all(
    ['/@nova', '/@nova/embed', '/api/casset/nova/media'].map((path) => pageOf(svc, path)),
  )
  const found = [
    page?.includes('href="/@mara"><bdi>Mara</bdi>'),
    page?.includes('"name":"Mara","url":"http'),
    embed?.includes('/@mara"'),
    media?.includes('"page":"/@mara"'),
  ]
  expect(new Set(found).size).toBe(1)
  return found[0]
}

const hasAlsoOn = async (svc: TestServer) => {
  const [page, tapes] = [await pageOf(svc, '/@mara'), await pageOf(svc, '/@mara/tapes')]
  expect(page.includes('Also on')).toBe(tapes.includes('Also on'))
  return /Also on.*First Light/s.test(page)
}

test('a name is a link once the person said yes, and no longer than they want it', async () => {
  await using svc = await startServer()
  const all = await stage(svc)
  const { mara, nova } = all
  const v1 = () => svc.call('GET', '/api/v1/artists/nova/catalog').then(({ text }) => text.replace(/"request.*/, ''))
  const before = await v1()
  const asked = await say(svc, all, 'Mara', '@Mara')
  expect([asked.status, asked.json]).toEqual([
    200,
    { accounts: [{ name: 'Mara', handle: 'mara', displayName: 'Mara Velo', state: 'ASKED' }] },
  ])
  expect([await isLinked(svc), await hasAlsoOn(svc)]).toEqual([false, false])
  const { json: told } = await svc.call('GET', '/api/notifications', { cookie: mara.cookie })
  expect(Object(told).notifications).toMatchObject([
    {
      kind: 'credit-asked',
      title: 'Nova says that “Dawn” is by you',
      path: expect.stringMatching(/^\/account\/credits#/),
      actor: { handle: 'nova' },
    },
  ])
  expect(await creditsOf(svc, mara)).toEqual([
    {
      id: expect.any(String),
      name: 'Mara',
      state: 'ASKED',
      casset: { name: 'First Light', slug: 'nova' },
      tracks: ['Dawn'],
      asker: { handle: 'nova', displayName: 'Nova' },
      askedAt: expect.any(String),
    },
  ])
  // Somebody else's answer is nobody's.
  const [{ id }] = await creditsOf(svc, mara)
  const foreign = await svc.call('POST', `/api/credits/${id}`, { cookie: nova.cookie, body: { agreed: true } })
  expect([foreign.status, await isLinked(svc)]).toEqual([404, false])
  const page = (await svc.call('GET', '/account/credits', { cookie: mara.cookie })).text
  for (const words of ['First Light', 'Yes, that is me', 'No thanks']) expect(page).toContain(words)
  expect((await svc.call('GET', '/account', { cookie: mara.cookie })).text).toContain('Open your credits')

  expect(await answer(svc, mara, true)).toBe(204)
  expect([await isLinked(svc), await hasAlsoOn(svc), await v1()]).toEqual([true, true, before])
  expect(
    Object((await svc.call('GET', '/api/notifications', { cookie: nova.cookie })).json).notifications,
  ).toMatchObject([{ kind: 'credit-agreed', title: 'Mara Velo said yes', path: '/@nova' }])
  expect(await answer(svc, mara, false)).toBe(204)
  expect([await isLinked(svc), await hasAlsoOn(svc)]).toEqual([false, false])
})

test('a person who refused is not asked again for the casset, and may still say yes', async () => {
  await using svc = await startServer()
  const all = await stage(svc)
  const { mara, nova, dawn } = all
  await say(svc, all, 'Mara', 'mara')
  expect(await answer(svc, mara, false)).toBe(204)
  expect((await say(svc, all, 'Mara', 'mara')).json).toMatchObject({ accounts: [{ state: 'REFUSED' }] })
  expect([await answer(svc, mara, true), await isLinked(svc)]).toEqual([204, true])
  expect([await answer(svc, mara, false), await isLinked(svc)]).toEqual([204, false])
  for (const again of [[], by]) {
    await svc.call('PATCH', `/api/studio/tracks/${dawn.id}`, { cookie: nova.cookie, body: { by: again } })
  }
  expect(await creditsOf(svc, mara)).toEqual([])
  const refused = await say(svc, all, 'Mara', 'mara')
  expect([refused.status, refused.json]).toMatchObject([
    409,
    { error: '@mara does not want a link on this casset.', field: 'handle' },
  ])
  expect((await say(svc, all, 'Lou', 'mara')).status).toBe(409)
  expect(svc.ctx.db.$client.query("SELECT count(*) AS n FROM notifications WHERE kind = 'credit-asked'").get()).toEqual(
    {
      n: 1,
    },
  )
})

test('a name that is taken off a track, or the track with it, ends the link and the question', async () => {
  await using svc = await startServer()
  const all = await stage(svc)
  const { mara, nova, dawn } = all
  const later = await addReadyTrack(svc.ctx, nova.cassetId, 'Later', {
    position: 3,
    byNames: [{ role: 'main', name: 'Mara' }],
  })
  await say(svc, all, 'Mara', 'mara')
  expect((await creditsOf(svc, mara))[0].tracks).toEqual(['Dawn', 'Later'])
  await answer(svc, mara, true)
  const change = (id: string, body: object) =>
    svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie: nova.cookie, body })
  await change(later.id, { active: false })
  await change(dawn.id, { by: [{ role: 'main', name: 'Maren' }] })
  // The hidden track still has it: nobody sees that, and nothing has ended.
  expect([await isLinked(svc), await hasAlsoOn(svc), (await creditsOf(svc, mara)).length]).toEqual([false, false, 1])
  await change(later.id, { active: true })
  expect([await isLinked(svc), await hasAlsoOn(svc)]).toEqual([true, true])
  await svc.call('DELETE', `/api/studio/tracks/${later.id}`, { cookie: nova.cookie })
  expect([await isLinked(svc), await hasAlsoOn(svc), await creditsOf(svc, mara)]).toEqual([false, false, []])
  const left = ['credited_accounts', 'credit_consents'].map((table) =>
    svc.ctx.db.$client.query(`SELECT * FROM ${table}`).all(),
  )
  expect(left).toEqual([[], []])
})

test('nobody finds an account that hides: it is as absent as an unknown one', async () => {
  await using svc = await startServer()
  const all = await stage(svc)
  cast(svc.ctx, 'unlisted', { privacy: 'unlisted' })
  const held = cast(svc.ctx, 'suspended')
  svc.ctx.db.$client.run("UPDATE users SET suspended = 'law' WHERE id = ?", [held.userId])
  const unknown = await say(svc, all, 'Mara', 'nobody')
  expect(unknown.json).toMatchObject({ error: 'There is no artist @nobody here.', field: 'handle' })
  for (const handle of ['draft', 'hidden', 'unlisted', 'suspended']) {
    const refused = await say(svc, all, 'Mara', handle)
    expect(refused.text.replaceAll(handle, 'nobody')).toBe(unknown.text)
    const { json } = await svc.call('GET', `/api/credits/accounts?q=${handle.slice(0, 4)}`, { cookie: all.nova.cookie })
    expect([handle, json]).toEqual([handle, { accounts: [] }])
  }
  const { json } = await svc.call('GET', '/api/credits/accounts?q=vel', { cookie: all.nova.cookie })
  expect(json).toEqual({ accounts: [{ handle: 'mara', displayName: 'Mara Velo' }] })
  expect((await svc.call('GET', '/api/credits/accounts?q=vel')).status).toBe(401)
  // A name that the track has not, and a track of somebody else.
  expect((await say(svc, all, 'Maren', 'mara')).status).toBe(400)
  expect((await say(svc, all, 'Mara', 'mara', all.secret.id)).status).toBe(403)
})

test('a person who muted an artist is not asked by them, and a suspended one can say no', async () => {
  await using svc = await startServer()
  const all = await stage(svc)
  const { mara, nova } = all
  const { db } = svc.ctx
  const mute = 'INSERT INTO room_members (casset_id, user_id, muted, changed_at) VALUES (?, ?, 1, 0)'
  db.$client.run(mute, [mara.cassetId, nova.userId])
  expect((await say(svc, all, 'Mara', 'mara')).json).toMatchObject({
    code: 'FORBIDDEN',
    error: '@mara muted you, so you cannot ask them.',
  })
  db.$client.run('DELETE FROM room_members')
  expect((await say(svc, all, 'Mara', 'mara')).status).toBe(200)
  db.$client.run("UPDATE users SET suspended = 'law' WHERE id = ?", [mara.userId])
  expect([await answer(svc, mara, true), await answer(svc, mara, false)]).toEqual([403, 204])
})

test('a link follows a new handle, and rests while the person has no public music', async () => {
  await using svc = await startServer()
  const all = await stage(svc)
  const { mara } = all
  await say(svc, all, 'Mara', 'mara')
  await answer(svc, mara, true)
  const { db } = svc.ctx
  const links = async () => /"page":"([^"]*)"/.exec(await pageOf(svc, '/api/casset/nova/media'))?.[1]
  db.$client.run("UPDATE cassets SET privacy = 'unlisted' WHERE id = ?", [mara.cassetId])
  expect(await links()).toBeUndefined()
  db.$client.run("UPDATE cassets SET privacy = 'public' WHERE id = ?", [mara.cassetId])
  db.$client.run("UPDATE users SET suspended = 'law' WHERE id = ?", [mara.userId])
  expect(await links()).toBeUndefined()
  db.$client.run('UPDATE users SET suspended = NULL')
  db.$client.run("UPDATE artists SET handle = 'mara-velo' WHERE id = ?", [mara.artistId])
  expect(await links()).toBe('/@mara-velo')
})

test('both have it in their data, and it ends with the account of either', async () => {
  await using svc = await startServer()
  const all = await stage(svc)
  const { mara, nova } = all
  const rows = () =>
    ['credited_accounts', 'credit_consents'].map(
      (table) => Object(svc.ctx.db.$client.query(`SELECT count(*) AS n FROM ${table}`).get()).n,
    )
  const leave = async ({ cookie }: Person) => {
    const gone = await svc.call('POST', '/api/auth/account/delete', { cookie, body: {} })
    expect(gone.status).toBe(204)
    await svc.ctx.jobs.idle()
  }
  await say(svc, all, 'Mara', 'mara')
  await answer(svc, mara, true)
  const listed = async (person: Person, name: string) => {
    const { files } = await exportOf(svc, person)
    return JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null')
  }
  expect(await listed(mara, 'credits')).toMatchObject([{ casset: 'First Light', name: 'Mara', state: 'AGREED' }])
  expect(await listed(nova, 'credited-accounts')).toMatchObject([{ name: 'Mara', account: 'mara', state: 'AGREED' }])
  await leave(mara)
  expect([await pageOf(svc, '/@nova').then((page) => page.includes('<bdi>Mara</bdi>')), rows()]).toEqual([
    false,
    [0, 0],
  ])
  const lou = cast(svc.ctx, 'lou')
  await say(svc, all, 'Lou', 'lou')
  await answer(svc, lou, true)
  expect(await pageOf(svc, '/@lou')).toContain('Also on')
  await leave(nova)
  expect([(await pageOf(svc, '/@lou')).includes('Also on'), rows()]).toEqual([false, [0, 0]])
})

test('an artist says at once that a name is their own, and it stands under no other tape of theirs', async () => {
  await using svc = await startServer()
  const all = await stage(svc)
  expect((await say(svc, all, 'Lou', 'nova')).json).toMatchObject({ accounts: [{ handle: 'nova', state: 'AGREED' }] })
  const page = await pageOf(svc, '/@nova')
  expect(page).toContain('href="/@nova"><bdi>Lou</bdi>')
  expect(page).not.toContain('Also on')
  expect((await say(svc, all, 'Lou', null)).json).toEqual({ accounts: [] })
})

test('an artist asks at most sixty people a day', async () => {
  await using svc = await startServer()
  const all = await stage(svc)
  const { nova, ada } = all
  const { db } = svc.ctx
  const asked = `INSERT INTO credit_consents (id, casset_id, artist_id, name, asker_id, state, asked_at)
    SELECT 'c' || value, ?, ?, 'N' || value, ?, 'ASKED', ? FROM generate_series(1, 60)`
  const insert = asked.replace(
    'generate_series(1, 60)',
    "json_each('[' || substr(replace(hex(zeroblob(60)), '00', ',0'), 2) || ']')",
  )
  db.$client.run(insert.replaceAll('value', 'key'), [nova.cassetId, ada.artistId, nova.artistId, svc.ctx.now()])
  const refused = await say(svc, all, 'Mara', 'mara')
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('You can ask 60 people a day.')])
  svc.tick(86_400_001)
  expect((await say(svc, all, 'Mara', 'mara')).status).toBe(200)
})
