import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { streamKeys } from '../../src/platform/edge/relay/keys.ts'
import { probeRedis } from '../../src/platform/edge/relay/probe-redis.ts'
import { relayCheck } from '../../src/platform/edge/relay/relay-check.ts'
import { runProgram, startProcess, temporaryFolder } from '../support/process.ts'
import { count, waitUntil } from '../support/room/count.ts'
import { edgeSecret, grow, startEdge } from '../support/room/edge.ts'
import { freePort, hasRedis, startRedis } from '../support/room/redis.ts'
import { say } from '../support/room/room.ts'
import { selfSigned } from '../support/room/self-signed.ts'
import { putMigrated, startServer } from '../support/server.ts'
import { cast, world } from '../support/world.ts'

const withRedis = test.skipIf(!hasRedis)

/** The user whom the guide's page makes, with what the words after its name allow. */
const userArgs = (name: string, keys: string) =>
  `--user ${name} on >word ~${keys} -@all +@connection +xadd +xread +xrange +xrevrange +type +time`.split(' ')

withRedis('Redis by TLS, as a user who may touch only these streams, carries what is said', async () => {
  using folder = temporaryFolder()
  const tls = { cert: join(folder.path, 'redis.crt'), key: join(folder.path, 'redis.key') }
  const made = await selfSigned('redis')
  await Bun.write(tls.cert, made.cert)
  await Bun.write(tls.key, made.key)
  await using redis = await startRedis({ password: 'sesame', tls, args: userArgs('tape', 'tapedeck:*') })
  const dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
  putMigrated(dataDir)
  let cookie = ''
  {
    await using svc = await startServer({ dataDir })
    cookie = cast(svc.ctx, 'nova').cookie
  }
  const [port, edgePort] = [freePort(), freePort()]
  const shared = {
    ...{ HOST: '127.0.0.1', EDGE_SECRET: edgeSecret, LOG_LEVEL: 'silent', NODE_EXTRA_CA_CERTS: tls.cert },
    REDIS_URL: redis.url.replace(':sesame', 'tape:word'),
  }
  const env = { ...shared, PORT: `${port}`, ROOMS_URL: `http://127.0.0.1:${edgePort}` }
  await using site = await startProcess({ dataDir, env })
  const own = { ...shared, PORT: `${edgePort}`, PRIMARY_URL: site.url }
  await using edge = await startProcess({ dataDir: '/nonexistent', command: ['edge'], env: own })
  await using listener = await count(site)
  const from = performance.now()
  expect((await say(site, { cookie }, 'hello')).status).toBe(201)
  await waitUntil(() => listener.ids.length === 1)
  // Without Redis it would be heard after four seconds of silence.
  expect(performance.now() - from).toBeLessThan(3_500)
  expect(edge.printed()).not.toContain('redis_lost')
  // Edges report once a second.
  let out = ''
  for (let tries = 0; !/edges +1 with 1 listeners/.test(out) && tries < 30; tries += 1) {
    await Bun.sleep(1_000)
    ;({ out } = await runProgram(['doctor'], { ...env, DATA_DIR: dataDir }))
  }
  expect(out).toMatch(/edges +1 with 1 listeners/)
  // The doctor names a certificate that nobody here vouches for.
  expect(await probeRedis(redis.url)).toContain('its certificate is not trusted')
})

withRedis('the doctor says when the user of REDIS_URL may not touch these streams, or not write to them', async () => {
  const { down } = streamKeys(edgeSecret)
  const readOnly = `--user reader on >word ~* -@all +@connection +xread +xrange +xrevrange +type +time`.split(' ')
  const args = [...userArgs('other', 'elsewhere:*'), ...readOnly]
  await using redis = await startRedis({ args })
  await using all = await grow({ redis })
  const { svc } = all
  const { ada } = await world(svc)
  const found = async (user: string) => {
    const { relay } = svc.ctx.config
    if (!relay) throw new Error('There are no edges.')
    const redisUrl = redis.url.replace('//', `//${user}:word@`)
    return relayCheck.look({ ...svc.ctx, config: { ...svc.ctx.config, relay: { ...relay, redisUrl } } })
  }
  for (const user of ['other', 'reader']) {
    const { problem, fix } = await found(user)
    expect(problem).toMatch(/^Redis cannot be used: .*(?:NOPERM|may not|permission)/)
    expect(fix).toContain('ACL SETUSER')
  }
  // An edge whose user may not listen at Redis hears all the same, from the primary.
  const url = redis.url.replace('//', '//other:word@')
  await using edge = startEdge({ PORT: '0', PRIMARY_URL: svc.url, REDIS_URL: url })
  const sent = await svc.fetch('/api/casset/nova/sideb', { redirect: 'manual' })
  const { search } = new URL(sent.headers.get('location') ?? '')
  const heard = await fetch(`${edge.url}/room${search}`)
  const reader = heard.body?.pipeThrough(new TextDecoderStream()).getReader()
  await say(svc, ada, 'still here')
  let text = ''
  while (!text.includes('still here')) text += (await reader?.read())?.value ?? 'still here, but the stream ended'
  expect(text).not.toContain('ended')
  await reader?.cancel()
  expect(await redis.send('TYPE', [down])).toBe('stream')
})
