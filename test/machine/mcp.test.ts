import { expect, test } from 'bun:test'
import { Client as NewestClient, StreamableHTTPClientTransport as NewestTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { decide, makeRelease, publishedRelease } from '../support/release/release.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

/** The SDK's own client, connected to a server. */
async function connect(svc: TestServer) {
  const client = new Client({ name: 'a test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', svc.url))
  // Its own types disagree about an optional session id where they are read exactly.
  await client.connect(Object(transport))
  const use = async (name: string, given: Record<string, unknown> = {}) => {
    const { isError = false, structuredContent, content } = await client.callTool({ name, arguments: given })
    const [{ text }] = Object(content)
    // A refusal is no answer of the tool, and has no structure of one.
    expect(structuredContent).toEqual(isError ? undefined : JSON.parse(text))
    return { isError, found: Object(JSON.parse(text)) }
  }
  return { client, use, [Symbol.asyncDispose]: () => client.close() }
}

test("the SDK's own client lists the tools, gets what the routes give, and asks the artist", async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id], { title: 'Mañana, “First” Light' })
  await using mcp = await connect(svc)
  expect(mcp.client.getServerVersion()).toMatchObject({ name: 'tapedeck' })
  const { tools } = await mcp.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'search_releases',
    'get_manifest',
    'check_permission',
    'quote_license',
  ])
  for (const { annotations, inputSchema } of tools) {
    const onlyReads = annotations?.title !== 'Quote a license'
    expect(annotations).toMatchObject({ readOnlyHint: onlyReads, destructiveHint: false })
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  }
  const { found } = await mcp.use('search_releases', { query: 'manana LIGHT' })
  const listed = (await svc.call('GET', '/api/agents/releases?query=manana+LIGHT')).json
  expect(found).toEqual(listed)
  expect(found.releases).toEqual([
    {
      id,
      title: 'Mañana, “First” Light',
      type: 'EP',
      artist: { handle: 'nova', displayName: 'Nova' },
      canonicalVersion: 1,
      canonicalHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      url: `${svc.ctx.site.origin}/@nova/releases/${id}`,
      manifestUrl: `${svc.ctx.site.origin}/api/agents/releases/${id}/manifest`,
    },
  ])
  const manifest = await mcp.use('get_manifest', { releaseId: id })
  expect(manifest).toEqual({
    isError: false,
    found: (await svc.call('GET', `/api/agents/releases/${id}/manifest`)).json,
  })
  const asked = await mcp.use('check_permission', { releaseId: id, scope: 'ai-training', commercial: true })
  expect(asked).toMatchObject({
    isError: false,
    found: { releaseId: id, decision: 'DENY', proof: { proofValue: expect.stringMatching(/^z/) } },
  })
  const price = { amount: 500, currency: 'usd' }
  await decide(svc, nova, id, { scope: 'remix', decision: 'REQUIRE_LICENSE', price })
  const quoted = await mcp.use('quote_license', { releaseId: id, scopes: ['remix', 'search-index'] })
  expect(quoted).toMatchObject({
    isError: false,
    found: { pricingState: 'PRICED', total: price, items: [{ price }, {}] },
  })
  const contact = { name: 'Ada', email: 'ada@agents.example' }
  const request = { releaseId: id, scopes: ['sync'], intendedUse: 'A film.', contact }
  const params = { name: 'quote_license', arguments: request }
  const byPage = await svc.call('POST', '/mcp', {
    headers: { origin: 'https://other.example', accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  })
  expect(byPage.text).toContain('FORBIDDEN')
  const requests = `/api/internal/releases/${id}/requests`
  const sent = async () => Object((await svc.call('GET', requests, { cookie: nova.cookie })).json).requests
  expect(await sent()).toEqual([])
  expect((await mcp.use('quote_license', request)).found.request).toMatchObject({ requestId: expect.any(String) })
  expect(await sent()).toMatchObject([{ name: 'Ada', intendedUse: 'A film.' }])
  const wrong = await mcp.use('quote_license', { ...request, contact: { name: 'Ada', email: 'nobody' } })
  expect(wrong).toMatchObject({ isError: true, found: { code: 'VALIDATION' } })
  const first = await mcp.use('get_manifest', { releaseId: id, version: '1' })
  expect(first.found).toMatchObject({ canonicalVersion: 1, canonicalHash: manifest.found.canonicalHash })
  expect(await mcp.use('get_manifest', { releaseId: id, version: '2' })).toMatchObject({
    isError: true,
    found: { code: 'NOT_FOUND' },
  })
})

test('a refusal says what to do, and nothing is told of what is not public', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  const draft = await makeRelease(svc, nova, [kettle.id], { title: 'Secret Draft' })
  const hidden = cast(svc.ctx, 'whisperer', { privacy: 'unlisted' })
  const whisper = await addReadyTrack(svc.ctx, hidden.cassetId, 'Whisper')
  const unlisted = await publishedRelease(svc, hidden, [whisper.id], { title: 'Secret Whisper' })
  const id = await publishedRelease(svc, nova, [dawn.id], { title: 'Secret Garden' })
  await using mcp = await connect(svc)
  const titles = async (given: Record<string, unknown>) => {
    const { found } = await mcp.use('search_releases', given)
    return [found.releases.map((each: { title: string }) => each.title), found.nextCursor]
  }
  expect(await titles({ query: 'secret' })).toEqual([['Secret Garden'], null])
  expect(await titles({})).toEqual([['Secret Garden'], null])
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private' WHERE id = ?", [nova.cassetId])
  expect(await titles({ query: 'secret' })).toEqual([[], null])
  for (const releaseId of [draft, id, 'x', '../../etc']) {
    const refused = { isError: true, found: { error: 'There is no such release.', code: 'NOT_FOUND' } }
    expect(await mcp.use('get_manifest', { releaseId })).toEqual(refused)
    expect(await mcp.use('check_permission', { releaseId, scope: 'remix' })).toEqual(refused)
  }
  // A reader who was given the id of an unlisted release reads it, as by its routes; the search
  // does not give it.
  expect((await mcp.use('get_manifest', { releaseId: unlisted })).isError).toBe(false)
  const wrong = async (name: string, given: Record<string, unknown>) => (await mcp.use(name, given)).found
  expect(await wrong('search_releases', { query: '“”' })).toEqual({
    error: 'The query needs a letter or a digit.',
    code: 'VALIDATION',
    field: 'query',
  })
  expect(await wrong('search_releases', { limit: 101 })).toMatchObject({ code: 'VALIDATION', field: 'limit' })
  expect(await wrong('search_releases', { cursor: "1' OR 1" })).toMatchObject({ code: 'VALIDATION', field: 'cursor' })
  expect(await wrong('get_manifest', {})).toMatchObject({ code: 'VALIDATION', field: 'releaseId' })
  expect(await wrong('get_manifest', { releaseId: 'x', more: 1 })).toMatchObject({ field: 'more' })
  expect(await wrong('check_permission', { releaseId: unlisted, scope: 'world-domination' })).toMatchObject({
    code: 'VALIDATION',
    field: 'scope',
    hint: expect.stringContaining('ai-training'),
  })
  expect(mcp.use('delete_release', { releaseId: id })).rejects.toThrow('The tools are search_releases')
  for (const query of ['"', 'a*', 'secret OR', 'NEAR(', 'title:secret', '^secret', '-', `${'x '.repeat(99)}`, '😀a']) {
    const { isError, found } = await mcp.use('search_releases', { query })
    if (isError) expect([query, found.code]).toEqual([query, 'VALIDATION'])
    else expect([query, found.releases]).toEqual([query, []])
  }
})

test('another host, other methods and bodies are refused, and one address has limits', async () => {
  await using svc = await startServer({ clock: 'stands' })
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const accept = 'application/json, text/event-stream'
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    svc.call('POST', '/mcp', { body, headers: { accept, ...headers } })
  const { status, headers } = await post(message)
  expect([status, headers.get('content-type'), headers.get('cache-control'), headers.get('mcp-session-id')]).toEqual([
    200,
    'application/json',
    'no-store',
    null,
  ])
  // Scripts of other sites may use the tools, which only read. A foreign name that is bound to this
  // machine is refused.
  for (const origin of ['https://elsewhere.example', 'null']) expect((await post(message, { origin })).status).toBe(200)
  expect((await post(message, { host: 'evil.example' })).status).toBe(421)
  expect((await post(message, { origin: svc.url })).status).toBe(200)
  expect((await post(message, { accept: 'text/plain' })).status).toBe(406)
  expect((await post([message])).status).toBe(400)
  expect((await post({ hello: 1 })).status).toBe(400)
  expect((await post({ ...message, params: { x: 'x'.repeat(70_000) } })).status).toBe(413)
  const form = await svc.fetch('/mcp', { method: 'POST', headers: { accept }, body: new URLSearchParams({ a: '1' }) })
  expect(form.status).toBe(415)
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const refused = await svc.call(method, '/mcp', { headers: { accept: 'text/event-stream' } })
    expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, 'POST'])
  }
  const call = { ...message, method: 'tools/call', params: { name: 'check_permission' } }
  const ask = () => post({ ...call, params: { ...call.params, arguments: { releaseId: id, scope: 'remix' } } })
  const answers = []
  for (let count = 0; count < 31; count += 1) answers.push(Object((await ask()).json).result)
  expect(answers.map(({ isError = false }) => isError)).toEqual([...Array(30).fill(false), true])
  const limited = JSON.parse(answers[30].content[0].text)
  expect(limited).toMatchObject({ code: 'RATE_LIMIT', retryAfter: expect.any(Number) })
  let last = 200
  for (let count = 0; count < 120 && last === 200; count += 1) last = (await post(message)).status
  expect(last).toBe(429)
})

test("the newest revision is served beside the present one: the new SDK's client, pinned to it, gets the same", async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const client = new NewestClient(
    { name: 'a test', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await client.connect(new NewestTransport(new URL('/mcp', svc.url)))
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'search_releases',
    'get_manifest',
    'check_permission',
    'quote_license',
  ])
  for (const { outputSchema } of tools) expect(outputSchema).toMatchObject({ type: 'object' })
  const check = tools.find(({ name }) => name === 'check_permission')
  expect(Object(check?.inputSchema.properties).scope.enum).toContain('ai-training')
  const manifest = await client.callTool({ name: 'get_manifest', arguments: { releaseId: id } })
  expect(manifest.structuredContent).toEqual(
    Object((await svc.call('GET', `/api/agents/releases/${id}/manifest`)).json),
  )
  const refused = await client.callTool({ name: 'check_permission', arguments: { releaseId: id, scope: 'all' } })
  const [{ text }] = Object(refused.content)
  expect([refused.isError, JSON.parse(text).code]).toEqual([true, 'VALIDATION'])
  expect(client.callTool({ name: 'delete_release', arguments: {} })).rejects.toThrow('The tools are search_releases')
  await client.close()
})

test('a body that is no JSON is -32700, one that is no message -32600, and the server card says what the server is', async () => {
  await using svc = await startServer()
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const response = await svc.fetch('/mcp', { method: 'POST', headers, body })
    return [response.status, Object(await response.json()).error?.code]
  }
  expect(await post('{"jsonrpc": "2.0",')).toEqual([400, -32_700])
  expect(await post('{"hello": 1}')).toEqual([400, -32_600])
  const card = await svc.fetch('/mcp/server-card')
  expect([card.headers.get('access-control-allow-origin'), card.headers.get('content-type')]).toEqual([
    '*',
    'application/mcp-server-card+json',
  ])
  const { $schema, name, version, description, remotes, ...rest } = Object(await card.json())
  expect($schema).toBe('https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json')
  expect(name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
  expect([typeof version, description.length <= 100, Object.keys(rest)]).toEqual([
    'string',
    true,
    ['title', 'websiteUrl'],
  ])
  expect(remotes).toEqual([
    {
      type: 'streamable-http',
      url: `${svc.ctx.site.origin}/mcp`,
      supportedProtocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
    },
  ])
})
