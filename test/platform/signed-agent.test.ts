import { expect, test } from 'bun:test'
import { directoriesOf } from '../../src/platform/agent/key-directory.ts'
import { rowsOf } from '../support/account/account.ts'
import { startAgent, twice } from '../support/platform/agent.ts'
import { temporaryFolder } from '../support/process.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import { isSigned } from '../support/release/verify.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { world } from '../support/world.ts'

async function opened(env: Record<string, string> = {}, dataDir?: string) {
  const clock = { now: () => Date.now() }
  const agent = await startAgent(() => clock.now())
  const options = { limiter: { take: () => 0 }, ...(dataDir === undefined ? {} : { dataDir }) }
  const svc = await startServer({ env: { AGENT_ORIGINS: agent.origin, ...env }, ...options })
  clock.now = svc.ctx.now
  const people = await world(svc)
  const id = await publishedRelease(svc, people.nova, [people.dawn.id])
  return { agent, clock, svc, id, ...people }
}

const check = (id: string) => `/api/agents/releases/${id}/permission-check`
const asked = { scope: 'remix', agentKey: 'librarian' }
const ask = (svc: TestServer, id: string, headers: Record<string, string>) =>
  svc.call('POST', check(id), { body: asked, headers })

test('a signed request is answered to the agent that its key directory names, signed by a library and by hand', async () => {
  const { agent, svc, id } = await opened()
  await using _ = svc
  await using __ = agent
  const unsigned = Object((await ask(svc, id, {})).json)
  expect([unsigned.agent, unsigned.agentKey]).toEqual([null, 'librarian'])
  for (const headers of [await agent.headersFor(svc.url + check(id)), agent.headersByHand(svc.url + check(id))]) {
    const { status, json } = await ask(svc, id, headers)
    const { proof, ...receipt } = Object(json)
    expect([status, receipt.agent, receipt.agentKey]).toEqual([200, agent.origin, 'librarian'])
    expect(await isSigned(receipt, proof)).toBe(true)
  }
  // The directory is read once for both.
  expect(agent.state.asked).toBe(1)
})

test('a signature counts once, for this site, for an hour at most, and by a key that its directory has now', async () => {
  const { agent, svc, id } = await opened()
  await using _ = svc
  await using __ = agent
  const url = svc.url + check(id)
  const now = svc.ctx.now()
  const told = async (headers: Record<string, string>) => {
    const { status, json } = await ask(svc, id, headers)
    return [status, Object(json).code]
  }
  const good = agent.headersByHand(url)
  expect((await told(good))[0]).toBe(200)
  const refused = [401, 'UNAUTHENTICATED']
  expect(await told(good)).toEqual(refused)
  const seconds = Math.floor(now / 1_000)
  const parametersOf = (created: number, expires: number, more = `;keyid="${agent.keyid}";tag="web-bot-auth"`) => ({
    parameters: `created=${created};expires=${expires}${more}`,
  })
  const bad: [string, Record<string, string>][] = [
    ['another site', agent.headersByHand('https://other.example/')],
    ['expired', await agent.headersFor(url, { created: now - 600_000, expires: now - 300_000 })],
    ['from the future', await agent.headersFor(url, { created: now + 120_000 })],
    ['longer than an hour', agent.headersByHand(url, parametersOf(seconds, seconds + 3_601))],
    ['expires before it was created', agent.headersByHand(url, parametersOf(seconds, seconds))],
    ['no times', agent.headersByHand(url, { parameters: `keyid="${agent.keyid}";tag="web-bot-auth"` })],
    ['no key', agent.headersByHand(url, parametersOf(seconds, seconds + 60, ';tag="web-bot-auth"'))],
    [
      'another tag',
      agent.headersByHand(url, parametersOf(seconds, seconds + 60, `;keyid="${agent.keyid}";tag="other"`)),
    ],
    [
      'an unknown key',
      agent.headersByHand(url, parametersOf(seconds, seconds + 60, `;keyid="${'A'.repeat(43)}";tag="web-bot-auth"`)),
    ],
    [
      'another algorithm',
      agent.headersByHand(
        url,
        parametersOf(seconds, seconds + 60, `;keyid="${agent.keyid}";alg="hmac-sha256";tag="web-bot-auth"`),
      ),
    ],
    [
      'the site is not covered',
      agent.headersByHand(url, {
        covered: '"signature-agent";key="sig1"',
        lines: `"signature-agent";key="sig1": "${agent.origin}"`,
      }),
    ],
    [
      'the name is not covered',
      agent.headersByHand(url, { covered: '"@authority"', lines: `"@authority": ${new URL(url).host}` }),
    ],
    [
      'another name is covered',
      agent.headersByHand(url, {
        covered: '"@authority" "signature-agent";key="b"',
        lines: `"@authority": ${new URL(url).host}\n"signature-agent";key="b": "https://b.example"`,
        header: `sig1="${agent.origin}", b="https://b.example"`,
      }),
    ],
    ['another name in its place', { ...agent.headersByHand(url), 'signature-agent': 'sig1="https://other.example"' }],
    ['altered', { ...agent.headersByHand(url), signature: `sig1=:${'A'.repeat(86)}==:` }],
    ['no signature', { ...agent.headersByHand(url), signature: '' }],
    ['no input', { signature: 'sig1=:AA==:' }],
    ['nonsense', { ...agent.headersByHand(url), 'signature-input': 'sig1=(((' }],
    ['nothing of it', { ...agent.headersByHand(url), 'signature-agent': '' }],
    ['two with the tag', twice(agent.headersByHand(url))],
  ]
  for (const [what, headers] of bad) expect([what, await told(headers)]).toEqual([what, refused])
  // A key is taken within its time alone.
  const [key] = agent.state.keys
  for (const [span, answer] of [
    [{ nbf: seconds + 86_400 }, refused],
    [{ exp: seconds - 1 }, refused],
    [{ nbf: seconds - 60, exp: seconds + 86_400 }, [200, undefined]],
  ] as const) {
    agent.state.keys = key ? [{ ...key, ...span }] : []
    svc.tick(600_001)
    expect(await told(agent.headersByHand(url))).toEqual([...answer])
  }
  // A key that was withdrawn is refused as soon as the directory is read again.
  agent.state.keys = []
  expect((await told(agent.headersByHand(url)))[0]).toBe(200)
  svc.tick(600_001)
  expect(await told(agent.headersByHand(url))).toEqual(refused)
})

test('a directory is read without following it anywhere, at public addresses only, and not again at once when it fails', async () => {
  const { agent, svc, id } = await opened()
  await using _ = svc
  await using __ = agent
  const url = svc.url + check(id)
  const told = async (headers: Record<string, string>) => (await ask(svc, id, headers)).status
  let inward = 0
  using inside = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      inward += 1
      return Response.json({ keys: agent.state.keys })
    },
  })
  const answers: (() => Response)[] = [
    () => Response.redirect(`http://127.0.0.1:${inside.port}/.well-known/http-message-signatures-directory`, 302),
    () => new Response('x'.repeat(70_000)),
    () => new Response('no JSON'),
    () => Response.json({ keys: Array.from({ length: 51 }, () => agent.state.keys[0]) }),
    () => new Response(null, { status: 500 }),
  ]
  for (const answer of answers) {
    agent.state.answer = answer
    const before = agent.state.asked
    expect(await told(agent.headersByHand(url))).toBe(401)
    expect(await told(agent.headersByHand(url))).toBe(401)
    expect(agent.state.asked).toBe(before + 1)
    svc.tick(60_001)
  }
  expect(inward).toBe(0)
  // A name of the public web that leads inward, and addresses without a name, are never asked.
  directoriesOf(svc.ctx).resolve = () => Promise.resolve(['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254'])
  const named = (origin: string) => ({
    header: `sig1="${origin}"`,
    lines: `"@authority": ${new URL(url).host}\n"signature-agent";key="sig1": "${origin}"`,
  })
  for (const origin of [
    'https://inward.example',
    `https://127.0.0.1:${inside.port}`,
    'https://127.0.0.1',
    'https://[::1]',
    'http://agent.example',
    'https://user:x@agent.example',
    'https://agent.example:8443',
    'javascript:alert(1)',
    'data:application/json,{}',
    'https://2130706433',
    'https://localhost',
  ]) {
    expect([origin, await told(agent.headersByHand(url, named(origin)))]).toEqual([origin, 401])
  }
  expect(inward).toBe(0)
})

test('an agent with a name claims a derivative; the artist sees it, removes it, refuses it, and refuses the agent', async () => {
  const { agent, svc, id, nova, ada, kettle } = await opened()
  await using _ = svc
  await using __ = agent
  const path = `/api/agents/releases/${id}/claims`
  const claim = (url: string, headers: Record<string, string> = agent.headersByHand(svc.url + path)) =>
    svc.call('POST', path, {
      headers,
      body: { relation: 'REMIX', derivative: { url, title: 'Dusk', creator: 'Ada' }, note: 'I made this.' },
    })
  expect((await claim('https://remix.example/1')).status).toBe(403)
  await decide(svc, nova, id, { scope: 'derivative-registration', decision: 'ALLOW' })
  const unsigned = await claim('https://remix.example/1', {})
  expect([unsigned.status, Object(unsigned.json).code]).toEqual([401, 'UNAUTHENTICATED'])
  // The secret of the instance is no name.
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
  expect((await svc.call('POST', elsewhere, { body, headers: agent.headersByHand(svc.url + elsewhere) })).status).toBe(
    403,
  )
  const events = Object((await svc.call('GET', `/api/agents/releases/${id}/provenance`)).json).events
  expect(events.filter(({ type }: { type: string }) => type === 'DERIVATIVE_UNLINKED')).toHaveLength(3)
  expect(Object((await svc.call('GET', `/api/agents/releases/${id}/lineage`)).json).derivatives).toHaveLength(2)
})

test('of ten thousand claims by one agent a hundred a day are taken, and nothing that is no https address', async () => {
  const { agent, svc, id, nova } = await opened()
  await using _ = svc
  await using __ = agent
  await decide(svc, nova, id, { scope: 'derivative-registration', decision: 'ALLOW' })
  const path = `/api/agents/releases/${id}/claims`
  const claim = (url: string) =>
    svc.call('POST', path, {
      headers: agent.headersByHand(svc.url + path),
      body: { relation: 'SAMPLE', derivative: { url, title: 'x', creator: 'y' } },
    })
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

test('a signature that counted before a restart does not count after it, and is forgotten once it has expired', async () => {
  using folder = temporaryFolder()
  const { agent, clock, svc, id } = await opened({}, folder.path)
  await using _ = agent
  const headers = agent.headersByHand(svc.url + check(id))
  expect((await ask(svc, id, headers)).status).toBe(200)
  const { port } = new URL(svc.url)
  await svc[Symbol.asyncDispose]()
  const env = { AGENT_ORIGINS: agent.origin, PORT: port }
  await using again = await startServer({ env, dataDir: folder.path, limiter: { take: () => 0 } })
  clock.now = again.ctx.now
  const { status, json } = await ask(again, id, headers)
  expect([status, Object(json).hint]).toEqual([401, 'It was sent before: sign each request anew, with a nonce.'])
  again.tick(120_000)
  expect((await ask(again, id, agent.headersByHand(again.url + check(id)))).status).toBe(200)
  expect(rowsOf(again, 'seen_signatures')).toHaveLength(1)
})
