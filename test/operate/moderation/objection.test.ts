import { expect, test } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { decisionIn, statusOf, takeDown, takenDown, withOwner } from '../../support/operate/decision.ts'
import { startServer } from '../../support/server.ts'
import { cast, type Person } from '../../support/world.ts'

test('its maker is told once by bell and email, objects once, and is told the answer', async () => {
  await using svc = await startServer()
  const { nova, ada, owner, dawn } = await withOwner(svc)
  const id = await takenDown(svc, owner, { kind: 'track', id: dawn.id, facts: 'It is another’s.\n<b>Really</b>' })
  const second = await takeDown(svc, owner, { kind: 'track', id: dawn.id })
  expect([second.status, second.json]).toMatchObject([409, { error: 'This is taken down already.' }])
  const bell = await svc.call('GET', '/api/notifications', { cookie: nova.cookie })
  expect(bell.json).toMatchObject({
    notifications: [{ title: '“Dawn” (a track) was taken down', path: `/account/decisions/${id}` }],
  })
  const [mail] = rowsOf(svc, 'mails')
  expect(mail).toMatchObject({ subject: '“Dawn” (a track) was taken down', recipient: 'nova@example.com' })
  for (const part of ['Terms, 4: be kind', 'It is another’s.', 'nobody reported it', 'You can object', 'a court']) {
    expect(String(Object(mail).text_body)).toContain(part)
  }
  const object = (person: Person, text = 'It is mine.') =>
    svc.call('POST', `/api/account/decisions/${id}/objection`, { cookie: person.cookie, body: { text } })
  expect((await object(ada)).status).toBe(404)
  expect((await object(nova, ' \n')).json).toMatchObject({ field: 'text' })
  const answer = (isUpheld: boolean) =>
    svc.call('POST', `/api/desk/decisions/${id}/answer`, { cookie: owner.cookie, body: { isUpheld, answer: 'Proof?' } })
  expect((await answer(true)).status).toBe(409)
  expect((await object(nova)).json).toMatchObject({ decision: { objection: 'It is mine.', objectUntil: null } })
  expect((await object(nova)).status).toBe(409)
  const waiting = await svc.call('GET', '/api/desk/decisions?state=objected', { cookie: owner.cookie })
  expect(waiting.json).toMatchObject({ decisions: [{ id, objection: 'It is mine.' }] })
  expect((await answer(true)).json).toMatchObject({ decision: { answer: 'Proof?', liftedAt: null } })
  expect([(await answer(false)).status, (await answer(true)).status]).toEqual([409, 409])
  expect(await statusOf(svc, `/api/audio/${dawn.id}`)).toBe(404)
  const none = await svc.call('GET', '/api/desk/decisions?state=objected', { cookie: owner.cookie })
  expect(none.json).toEqual({ decisions: [], acts: [], nextCursor: null })
  const news = await svc.call('GET', '/api/notifications', { cookie: nova.cookie })
  expect(news.json).toMatchObject({ notifications: [{ title: '“Dawn” (a track) stays taken down' }, {}] })
})

test('nobody objects after six months, and only the site decides', async () => {
  await using svc = await startServer()
  const { nova, ada, owner, dawn } = await withOwner(svc)
  expect((await takeDown(svc, ada, { kind: 'track', id: dawn.id })).status).toBe(403)
  expect((await takeDown(svc, nova, { kind: 'track', id: dawn.id })).status).toBe(403)
  for (const id of ['x', svc.ctx.uuid()]) expect((await takeDown(svc, owner, { kind: 'clip', id })).status).toBe(404)
  expect((await takeDown(svc, owner, { kind: 'track', id: dawn.id, basis: ' ' })).json).toMatchObject({
    field: 'basis',
  })
  const id = decisionIn(await takeDown(svc, owner, { kind: 'track', id: dawn.id }))
  svc.ctx.db.$client.run('UPDATE content_decisions SET decided_at = decided_at - ?', [185 * 86_400_000])
  const late = await svc.call('POST', `/api/account/decisions/${id}/objection`, {
    cookie: nova.cookie,
    body: { text: 'No' },
  })
  expect([late.status, late.json]).toMatchObject([409, { error: 'The six months to object are over.' }])
})

test('a helper neither leaves nor gives back what they made, and the owner does', async () => {
  await using svc = await startServer()
  const { nova, ada, owner, dawn, kettle } = await withOwner(svc)
  svc.ctx.db.$client.run("UPDATE users SET helper_role = 'moderation' WHERE id = ?", [nova.userId])
  const id = await takenDown(svc, owner, { kind: 'track', id: dawn.id })
  const as = (person: Person, path: string, body: object) =>
    svc.call('POST', path, { cookie: person.cookie, body }).then(({ status }) => status)
  await as(nova, `/api/account/decisions/${id}/objection`, { text: 'It is mine.' })
  await as(ada, '/api/reports', { kind: 'track', id: kettle.id, reason: 'spam', text: '' })
  const { json } = await svc.call('GET', '/api/desk/reports', { cookie: nova.cookie })
  const verbs: [string, object][] = [
    [`/api/desk/decisions/${id}/answer`, { isUpheld: false, answer: 'Yes' }],
    [`/api/desk/reports/${Object(json).reports[0].id}/dismiss`, { answer: 'It is fine.' }],
  ]
  for (const [path, body] of verbs) expect(await as(nova, path, body)).toBe(403)
  expect(await as(nova, `/api/desk/decisions/${id}/lift`, { answer: 'Yes' })).toBe(403)
  const pageFor = async ({ cookie }: Person) =>
    (await svc.fetch(`/desk/decisions/${id}`, { headers: { cookie } })).text()
  expect(await pageFor(nova)).toContain('You made this, so somebody else decides about it.')
  expect([await pageFor(nova), await pageFor(owner)].map((page) => page.includes('Answer the objection'))).toEqual([
    false,
    true,
  ])
  expect(await statusOf(svc, `/api/audio/${dawn.id}`)).toBe(404)
  for (const [path, body] of verbs) expect(await as(owner, path, body)).toBeLessThan(300)
  expect(await statusOf(svc, `/api/audio/${dawn.id}`)).toBe(200)
})

test.each([
  ['a member', true],
  ['a helper, whom no helper decides about', false],
])(
  'an objection of %s is told to the owner and to the helpers who may answer it, and to nobody else',
  async (_, isMember) => {
    await using svc = await startServer()
    const { nova, ada, owner, dawn } = await withOwner(svc)
    const kim = cast(svc.ctx, 'kim', { published: false })
    const help = (role: string, { userId }: Person) =>
      svc.ctx.db.$client.run('UPDATE users SET helper_role = ? WHERE id = ?', [role, userId])
    help('moderation', ada)
    help('money', kim)
    if (!isMember) help('all', nova)
    const id = await takenDown(svc, owner, { kind: 'track', id: dawn.id })
    const body = { text: 'It is mine.' }
    await svc.call('POST', `/api/account/decisions/${id}/objection`, { cookie: nova.cookie, body })
    const isTold = async ({ cookie }: Person) =>
      (await svc.call('GET', '/api/notifications', { cookie })).text.includes('Somebody objects to a decision')
    expect(await Promise.all([owner, ada, kim, nova].map(isTold))).toEqual([true, isMember, false, false])
  },
)

test('a decision about an erased track has no keys to give it back, and its objection is only answered', async () => {
  await using svc = await startServer()
  const { nova, owner, dawn } = await withOwner(svc)
  const body = { reason: 'A court of Hamburg ordered it.' }
  const erased = await svc.call('DELETE', `/api/admin/tracks/${dawn.id}`, { cookie: owner.cookie, body })
  expect(erased.status).toBe(204)
  const { json } = await svc.call('GET', '/api/desk/decisions', { cookie: owner.cookie })
  const { id } = Object(json).decisions[0]
  const page = async () => (await svc.fetch(`/desk/decisions/${id}`, { headers: { cookie: owner.cookie } })).text()
  const first = await page()
  expect(first).toContain('It was erased, so it cannot be restored.')
  expect(first).not.toContain('answer-title')
  const lifted = await svc.call('POST', `/api/desk/decisions/${id}/lift`, {
    cookie: owner.cookie,
    body: { answer: 'We were wrong.' },
  })
  expect([lifted.status, lifted.json]).toMatchObject([409, { error: 'It was erased, so it cannot be restored.' }])
  const text = 'It is mine.'
  await svc.call('POST', `/api/account/decisions/${id}/objection`, { cookie: nova.cookie, body: { text } })
  const asked = await page()
  expect(asked).toContain('answer-title')
  expect(asked).not.toContain('type="radio"')
})
