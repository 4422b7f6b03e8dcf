import { expect, spyOn, test } from 'bun:test'
import { directoriesOf } from '../../src/platform/agent/key-directory.ts'
import { rowsOf } from '../support/account/account.ts'
import { waitLimitMs } from '../support/limits.ts'
import { type Covered, digestOf, twice, without } from '../support/platform/agent.ts'
import { temporaryFolder } from '../support/process.ts'
import { askSigned as ask, asked, checkPath as check, withAgent } from '../support/release/agent.ts'
import { isSigned } from '../support/release/verify.ts'
import { waitUntil } from '../support/room/count.ts'
import { startServer } from '../support/server.ts'

test('a signed request is answered to the agent that its key directory names, signed by a library and by hand', async () => {
  const { agent, svc, id } = await withAgent()
  await using _ = svc
  await using __ = agent
  const unsigned = Object((await ask(svc, id, {})).json)
  expect([unsigned.agent, unsigned.agentKey]).toEqual([null, 'librarian'])
  const url = svc.url + check(id)
  for (const headers of [await agent.headersFor(url, asked), agent.headersByHand(url, asked)]) {
    const { status, json } = await ask(svc, id, headers)
    const { proof, ...receipt } = Object(json)
    expect([status, receipt.agent, receipt.agentKey]).toEqual([200, agent.origin, 'librarian'])
    expect(await isSigned(receipt, proof)).toBe(true)
  }
  // The directory is read once for both.
  expect(agent.state.asked).toBe(1)
})

test('a signature counts once, for this site, for an hour at most, and by a key that its directory has now', async () => {
  const { agent, svc, id } = await withAgent()
  await using _ = svc
  await using __ = agent
  const url = svc.url + check(id)
  // To a whole second, as signatures have their times.
  svc.tick(1_000 - (svc.ctx.now() % 1_000))
  const now = svc.ctx.now()
  const told = async (headers: Record<string, string>) => {
    const { status, json } = await ask(svc, id, headers)
    return [status, Object(json).code]
  }
  const good = agent.headersByHand(url, asked)
  expect((await told(good))[0]).toBe(200)
  const refused = [401, 'UNAUTHENTICATED']
  expect(await told(good)).toEqual(refused)
  const seconds = Math.floor(now / 1_000)
  const parametersOf = (created: number, expires: number, more = `;keyid="${agent.keyid}";tag="web-bot-auth"`) => ({
    parameters: `created=${created};expires=${expires}${more}`,
  })
  const bad: [string, Record<string, string>][] = [
    ['another site', agent.headersByHand('https://other.example/', asked)],
    ['expired', await agent.headersFor(url, asked, { created: now - 600_000, expires: now - 300_000 })],
    ['expires now', agent.headersByHand(url, asked, parametersOf(seconds - 60, seconds))],
    ['from the future', agent.headersByHand(url, asked, parametersOf(seconds + 61, seconds + 120))],
    ['longer than an hour', agent.headersByHand(url, asked, parametersOf(seconds, seconds + 3_601))],
    ['expires before it was created', agent.headersByHand(url, asked, parametersOf(seconds, seconds))],
    ['no times', agent.headersByHand(url, asked, { parameters: `keyid="${agent.keyid}";tag="web-bot-auth"` })],
    ['no key', agent.headersByHand(url, asked, parametersOf(seconds, seconds + 60, ';tag="web-bot-auth"'))],
    [
      'another tag',
      agent.headersByHand(url, asked, parametersOf(seconds, seconds + 60, `;keyid="${agent.keyid}";tag="other"`)),
    ],
    [
      'an unknown key',
      agent.headersByHand(
        url,
        asked,
        parametersOf(seconds, seconds + 60, `;keyid="${'A'.repeat(43)}";tag="web-bot-auth"`),
      ),
    ],
    [
      'another algorithm',
      agent.headersByHand(
        url,
        asked,
        parametersOf(seconds, seconds + 60, `;keyid="${agent.keyid}";alg="hmac-sha256";tag="web-bot-auth"`),
      ),
    ],
    ['the name is not covered', agent.headersByHand(url, asked, { covers: without('"signature-agent";key="sig1"') })],
    [
      'another name is covered',
      agent.headersByHand(url, asked, {
        covers: (whole) => ({
          ...without('"signature-agent";key="sig1"')(whole),
          '"signature-agent";key="b"': '"https://b.example"',
        }),
        header: `sig1="${agent.origin}", b="https://b.example"`,
      }),
    ],
    ['another body', agent.headersByHand(url, { ...asked, scope: 'sample' })],
    ['a digest of nothing', agent.headersByHand(url, asked, { digest: '' })],
    ['a digest of an algorithm that is not asked for', agent.headersByHand(url, asked, { digest: 'md5=:AA==:' })],
    ['a digest that is no bytes', agent.headersByHand(url, asked, { digest: 'sha-256="x"' })],
    [
      'a digest of which one is wrong',
      agent.headersByHand(url, asked, { digest: `${digestOf(asked)}, sha-512=:AA==:` }),
    ],
    [
      'another name in its place',
      { ...agent.headersByHand(url, asked), 'signature-agent': 'sig1="https://other.example"' },
    ],
    ['altered', { ...agent.headersByHand(url, asked), signature: `sig1=:${'A'.repeat(86)}==:` }],
    ['no signature', { ...agent.headersByHand(url, asked), signature: '' }],
    ['no input', { signature: 'sig1=:AA==:' }],
    ['nonsense', { ...agent.headersByHand(url, asked), 'signature-input': 'sig1=(((' }],
    ['nothing of it', { ...agent.headersByHand(url, asked), 'signature-agent': '' }],
    ['two with the tag', twice(agent.headersByHand(url, asked))],
  ]
  for (const [what, headers] of bad) expect([what, await told(headers)]).toEqual([what, refused])
  for (const [created, expires] of [
    [seconds, seconds + 3_600],
    [seconds - 60, seconds + 1],
    [seconds + 60, seconds + 61],
  ] as const)
    expect((await told(agent.headersByHand(url, asked, parametersOf(created, expires))))[0]).toBe(200)
  // Each part that it covers has a header read: twenty of them, and not one more.
  for (const [more, status] of [
    [16, 200],
    [17, 401],
  ] as const) {
    const parts = Object.fromEntries(Array.from({ length: more }, (_, at) => [`x-part-${at}`, '1']))
    const named = Object.fromEntries(Object.entries(parts).map(([name, value]) => [`"${name}"`, value]))
    const covers = (whole: Covered) => ({ ...whole, ...named })
    expect((await told({ ...parts, ...agent.headersByHand(url, asked, { covers }) }))[0]).toBe(status)
  }
  // A key is taken within its time alone.
  const [key] = agent.state.keys
  for (const [span, answer] of [
    [{ nbf: seconds + 86_400 }, refused],
    [{ exp: seconds - 1 }, refused],
    [{ nbf: seconds - 60, exp: seconds + 86_400 }, [200, undefined]],
  ] as const) {
    agent.state.keys = key ? [{ ...key, ...span }] : []
    svc.tick(600_001)
    expect(await told(agent.headersByHand(url, asked))).toEqual([...answer])
  }
  // A key that was withdrawn is refused as soon as the directory is read again.
  agent.state.keys = []
  expect((await told(agent.headersByHand(url, asked)))[0]).toBe(200)
  svc.tick(600_001)
  expect(await told(agent.headersByHand(url, asked))).toEqual(refused)
})

test('a directory is read without following it anywhere, at public addresses only, and not again at once when it fails', async () => {
  const { agent, svc, id } = await withAgent()
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
    expect(await told(agent.headersByHand(url, asked))).toBe(401)
    expect(await told(agent.headersByHand(url, asked))).toBe(401)
    expect(agent.state.asked).toBe(before + 1)
    svc.tick(60_001)
  }
  expect(inward).toBe(0)
  // A name of the public web that leads inward, and addresses without a name, are never asked.
  directoriesOf(svc.ctx).resolve = () => Promise.resolve(['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254'])
  const named = (origin: string) => ({ header: `sig1="${origin}"` })
  const wrongName = 'Signature-Agent has to name an https address under a name'
  const fetched = spyOn(globalThis, 'fetch')
  for (const [origin, hint] of [
    ['https://inward.example', 'The key directory of https://inward.example cannot be read.'],
    ['https://localhost', 'The key directory of https://localhost cannot be read.'],
    [`https://127.0.0.1:${inside.port}`, wrongName],
    ['https://127.0.0.1', wrongName],
    ['https://[::1]', wrongName],
    ['http://agent.example', wrongName],
    ['https://user:x@agent.example', wrongName],
    ['https://agent.example:8443', wrongName],
    ['javascript:alert(1)', wrongName],
    ['data:application/json,{}', wrongName],
    ['https://2130706433', wrongName],
  ] as const) {
    const { status, json } = await ask(svc, id, agent.headersByHand(url, asked, named(origin)))
    expect([origin, status, Object(json).hint]).toEqual([origin, 401, expect.stringContaining(hint)])
  }
  const outward = fetched.mock.calls.map(([asked]) => String(asked)).filter((asked) => !asked.startsWith(svc.url))
  fetched.mockRestore()
  expect([inward, outward]).toEqual([0, []])
  // Eight are read at once; the next agent has to come again.
  const looked = Promise.withResolvers<readonly string[]>()
  directoriesOf(svc.ctx).resolve = () => looked.promise
  const waiting = Array.from({ length: 8 }, (_, at) =>
    told(agent.headersByHand(url, asked, named(`https://a${at}.example`))),
  )
  await waitUntil(() => directoriesOf(svc.ctx).asked.size === 8)
  const ninth = told(agent.headersByHand(url, asked, named('https://ninth.example')))
  expect(await Promise.race([ninth, Bun.sleep(waitLimitMs)])).toBe(503)
  looked.resolve([])
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 8 }, () => 401))
  expect(await told(agent.headersByHand(url, asked, named('https://ninth.example')))).toBe(401)
})

test('a signature that counted before a restart does not count after it, and is forgotten once it has expired', async () => {
  using folder = temporaryFolder()
  const { agent, clock, svc, id } = await withAgent({}, folder.path)
  await using _ = agent
  const headers = agent.headersByHand(svc.url + check(id), asked)
  expect((await ask(svc, id, headers)).status).toBe(200)
  const { port } = new URL(svc.url)
  await svc[Symbol.asyncDispose]()
  const env = { AGENT_ORIGINS: agent.origin, PORT: port }
  await using again = await startServer({ env, dataDir: folder.path, limiter: { take: () => 0 } })
  clock.now = again.ctx.now
  const { status, json } = await ask(again, id, headers)
  expect([status, Object(json).hint]).toEqual([401, 'It was sent before: sign each request anew, with a nonce.'])
  again.tick(120_000)
  expect((await ask(again, id, agent.headersByHand(again.url + check(id), asked))).status).toBe(200)
  expect(rowsOf(again, 'seen_signatures')).toHaveLength(1)
})
