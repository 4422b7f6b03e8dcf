import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { until } from '../support/casset/upload.ts'
import { temporaryFolder } from '../support/process.ts'
import { waitUntil } from '../support/room/count.ts'
import { grow, startEdge } from '../support/room/edge.ts'
import { freePort, hasRedis } from '../support/room/redis.ts'
import { say } from '../support/room/room.ts'
import { selfSigned } from '../support/room/self-signed.ts'
import { inTree } from '../support/tree.ts'
import { world } from '../support/world.ts'

const hasHaproxy = Bun.which('haproxy') !== null
if (!hasHaproxy) console.error('NO haproxy: the guide’s page of edges behind it is NOT TRIED.')

test.skipIf(!hasRedis || !hasHaproxy)(
  'HAProxy as the guide has it gives listeners to edges by TLS, and none to an edge that is gone',
  async () => {
    const guide = await Bun.file(inTree('public/guide/growing.md')).text()
    const [, written = ''] = /```\n(# \/etc\/haproxy\/haproxy\.cfg[^`]*)```/.exec(guide) ?? []
    const port = freePort()
    const roomsUrl = `https://127.0.0.1:${port}`
    await using all = await grow({ edges: 0, primary: { env: { ROOMS_URL: roomsUrl } } })
    const { svc, redis } = all
    const { ada } = await world(svc)
    const own = { PORT: '0', PRIMARY_URL: svc.url, REDIS_URL: redis.url, TRUSTED_PROXIES: '127.0.0.1' }
    await using first = startEdge(own)
    await using second = startEdge(own)
    using folder = temporaryFolder()
    const { cert, key } = await selfSigned('rooms')
    await Bun.write(join(folder.path, 'rooms.pem'), `${cert}\n${key}`)
    const text = written
      .replace(':443', `127.0.0.1:${port}`)
      .replace('/etc/haproxy/rooms.pem', join(folder.path, 'rooms.pem'))
      .replace('10.0.0.3:3100', new URL(first.url).host)
      .replace('10.0.0.4:3100', new URL(second.url).host)
      .replaceAll(' check', ' check inter 100ms')
    const file = join(folder.path, 'haproxy.cfg')
    await Bun.write(file, `global\n  log stderr format raw daemon alert\n${text}`)
    const balancer = Bun.spawn(['haproxy', '-db', '-f', file], { stdout: 'ignore', stderr: 'ignore' })
    await using stack = new AsyncDisposableStack()
    stack.defer(async () => {
      balancer.kill()
      await balancer.exited
    })
    const tls = { rejectUnauthorized: false }
    const isUp = async () => (await fetch(`${roomsUrl}/healthz`, { tls }).catch(() => undefined))?.status === 200
    await until(isUp, (answers) => answers)

    /**
     * Opens the room at the address to which the site sends its listeners, and gathers what comes.
     */
    const open = async () => {
      const sent = await svc.fetch('/api/casset/nova/sideb', { redirect: 'manual' })
      const closing = new AbortController()
      const stream = await fetch(sent.headers.get('location') ?? '', { tls, signal: closing.signal })
      const heard = { text: '', close: () => closing.abort() }
      const reading = async () => {
        for await (const piece of stream.body ?? []) heard.text += new TextDecoder().decode(piece)
      }
      void reading().catch(() => {})
      await waitUntil(() => heard.text.includes('event: hello'))
      return heard
    }
    const listeners = [await open(), await open()]
    await say(svc, ada, 'heard by both')
    await waitUntil(() => listeners.every(({ text }) => text.includes('heard by both')))
    for (const { text } of listeners) expect(text).toContain('heard by both')
    await first[Symbol.asyncDispose]()
    await Bun.sleep(500)
    // On a busy machine the other one is late for a check now and then.
    await until(isUp, (answers) => answers)
    const more = [await open(), await open()]
    await say(svc, ada, 'heard at the other')
    await waitUntil(() => more.every(({ text }) => text.includes('heard at the other')))
    for (const { text } of more) expect(text).toContain('heard at the other')
    for (const each of [...listeners, ...more]) each.close()
  },
)
