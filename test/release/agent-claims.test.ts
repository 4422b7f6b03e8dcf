import { expect, test } from 'bun:test'
import { withAgent } from '../support/release/agent.ts'
import { decide, publishedRelease } from '../support/release/release.ts'

test('an agent with a name claims a derivative; the artist sees it, removes it, refuses it, and refuses the agent', async () => {
  const { agent, svc, id, nova, ada, kettle } = await withAgent()
  await using _ = svc
  await using __ = agent
  const path = `/api/agents/releases/${id}/claims`
  const claim = (url: string, headers?: Record<string, string>) => {
    const body = { relation: 'REMIX', derivative: { url, title: 'Dusk', creator: 'Ada' }, note: 'I made this.' }
    return svc.call('POST', path, { headers: headers ?? agent.headersByHand(svc.url + path, body), body })
  }
  expect((await claim('https://remix.example/1')).status).toBe(403)
  await decide(svc, nova, id, { scope: 'derivative-registration', decision: 'ALLOW' })
  const unsigned = await claim('https://remix.example/1', {})
  expect([unsigned.status, Object(unsigned.json).code]).toEqual([401, 'UNAUTHENTICATED'])
  // The secret of the instance names nobody.
  expect((await claim('https://remix.example/1', { authorization: 'Bearer secret of agents in tests' })).status).toBe(
    401,
  )
  const made = await claim('https://remix.example/1')
  expect([made.status, Object(made.json).link]).toMatchObject([
    201,
    { agent: agent.origin, registeredBy: agent.origin },
  ])
  await claim('https://remix.example/2')
  await claim('https://remix.example/3')
  const own = `/api/internal/releases/${id}/derivatives`
  const listed = Object((await svc.call('GET', own, { cookie: nova.cookie })).json).links
  expect(listed).toHaveLength(3)
  expect(listed[2]).toMatchObject({
    direction: 'derivative',
    note: 'I made this.',
    agent: agent.origin,
    external: { url: 'https://remix.example/1' },
  })
  expect((await svc.call('GET', own, { cookie: ada.cookie })).status).toBe(403)
  expect((await svc.call('GET', own)).status).toBe(401)
  const [third, second, first] = listed
  const unlink = (linkId: string, refuse = '', cookie = nova.cookie) =>
    svc.call('DELETE', `${own}/${linkId}${refuse}`, { cookie })
  expect((await unlink(first.id, '', ada.cookie)).status).toBe(403)
  expect((await unlink(first.id, '?refuse=everything')).status).toBe(400)
  expect((await unlink(first.id)).status).toBe(204)
  expect((await unlink(first.id)).status).toBe(404)
  // A claim that was only removed may come again; one that was refused may not, by whomever.
  expect((await claim('https://remix.example/1')).status).toBe(201)
  expect((await unlink(second.id, '?refuse=derivative')).status).toBe(204)
  expect((await claim('https://remix.example/2')).status).toBe(403)
  expect((await claim('https://remix.example/4')).status).toBe(201)
  expect((await unlink(third.id, '?refuse=agent')).status).toBe(204)
  expect((await claim('https://remix.example/5')).status).toBe(403)
  const other = await publishedRelease(svc, nova, [kettle.id])
  await decide(svc, nova, other, { scope: 'derivative-registration', decision: 'ALLOW' })
  const elsewhere = `/api/agents/releases/${other}/claims`
  const body = { relation: 'REMIX', derivative: { url: 'https://remix.example/6', title: 'x', creator: 'y' } }
  expect(
    (await svc.call('POST', elsewhere, { body, headers: agent.headersByHand(svc.url + elsewhere, body) })).status,
  ).toBe(403)
  const events = Object((await svc.call('GET', `/api/agents/releases/${id}/provenance`)).json).events
  expect(events.filter(({ type }: { type: string }) => type === 'DERIVATIVE_UNLINKED')).toHaveLength(3)
  expect(Object((await svc.call('GET', `/api/agents/releases/${id}/lineage`)).json).derivatives).toHaveLength(2)
})

test('of ten thousand claims by one agent a hundred a day are taken, and nothing that is no https address', async () => {
  const { agent, svc, id, nova } = await withAgent()
  await using _ = svc
  await using __ = agent
  await decide(svc, nova, id, { scope: 'derivative-registration', decision: 'ALLOW' })
  const path = `/api/agents/releases/${id}/claims`
  const claim = (url: string) => {
    const body = { relation: 'SAMPLE', derivative: { url, title: 'x', creator: 'y' } }
    return svc.call('POST', path, { headers: agent.headersByHand(svc.url + path, body), body })
  }
  for (const url of [
    'javascript:alert(1)',
    'http://remix.example/',
    'data:text/html,x',
    'https://u:p@remix.example/',
    '//x',
  ]) {
    expect([url, (await claim(url)).status]).toEqual([url, 400])
  }
  const { $client: sql } = svc.ctx.db
  for (let n = 0; n < 99; n += 1) {
    sql.run(
      `INSERT INTO release_links (id, source_release_id, external_url, external_title, external_creator, relation, agent, registered_at)
       VALUES (?, ?, ?, 'x', 'y', 'SAMPLE', ?, ?)`,
      [svc.ctx.uuid(), id, `https://remix.example/${n}`, agent.origin, svc.ctx.now()],
    )
  }
  expect((await claim('https://remix.example/hundredth')).status).toBe(201)
  for (let n = 0; n < 5; n += 1) expect((await claim(`https://remix.example/more/${n}`)).status).toBe(409)
  svc.tick(86_400_001)
  expect((await claim('https://remix.example/tomorrow')).status).toBe(201)
})
