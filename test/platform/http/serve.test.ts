import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { webhookEndpoints } from '../../../db/schema/platform/payment.ts'
import type { Ctx } from '../../../src/context.ts'
import { bindPort, PortError } from '../../../src/platform/http/site/bind-port.ts'
import { webhookSecrets } from '../../../src/platform/payment/event/listen-for-events.ts'
import { pages } from '../../../src/web/pages.ts'
import { alike } from '../../support/kept-apps.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'

test('a port on which somebody listens is not shared, and is named', async () => {
  await using first = await startServer()
  const { port } = new URL(first.url)
  const second = startServer({ env: { PORT: port } })
  expect(second).rejects.toThrow(new PortError(Number(port), 'PORT', 'EADDRINUSE'))
  await second.catch(() => undefined)
  expect((await first.call('GET', '/healthz')).json).toEqual({ ok: true })
})

test('a port for which this user has no right is told with how to get it', () => {
  const refused = () => {
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
  }
  expect(() => bindPort(443, 'HTTPS_PORT', refused)).toThrow(
    /^Port 443 may not be listened on by this user\..* AmbientCapabilities=CAP_NET_BIND_SERVICE .* set HTTPS_PORT to a port above\.$/,
  )
})

test('an upload half received when the program ended is gone after the next start', async () => {
  using folder = temporaryFolder()
  const scratch = async () => {
    await using svc = await startServer({ dataDir: folder.path })
    const path = svc.ctx.blobs.scratch('half')
    const found = existsSync(path)
    await Bun.write(path, 'half of it')
    return found
  }
  expect([await scratch(), await scratch()]).toEqual([false, false])
})

test('an event is checked with the secrets of its own source and mode alone', async () => {
  await using svc = await startServer()
  for (const mode of ['live', 'test-key', 'test'] as const) {
    for (const source of ['platform', 'accounts'] as const) {
      const row = { id: `${mode} ${source}`, mode, source, secret: `secret of ${mode} ${source}`, createdAt: 0 }
      svc.ctx.db.insert(webhookEndpoints).values(row).run()
    }
  }
  expect(webhookSecrets(svc.ctx, 'live', 'accounts')).toEqual(['secret of live accounts'])
  expect(webhookSecrets(svc.ctx, 'test', 'platform')).toEqual(['secret of test platform'])
})

test('servers that were ended twice leave each other alone: each later one answers for its own address', async () => {
  for (const _ of [1, 2, 3, 4]) {
    const svc = await startServer()
    await svc[Symbol.asyncDispose]()
    await svc[Symbol.asyncDispose]()
  }
  const later = [await startServer(), await startServer(), await startServer(), await startServer()]
  for (const svc of later) expect((await svc.fetch('/robots.txt')).status).toBe(200)
  for (const svc of later) await svc[Symbol.asyncDispose]()
})

test('no page reads of its context what differs between servers before somebody visits it', async () => {
  await using svc = await startServer()
  const early: string[] = []
  for (const { path, load } of pages) {
    const get = (ctx: Ctx, name: string | symbol) => {
      if (!alike.has(name)) early.push(`${path} reads ctx.${String(name)}`)
      return Reflect.get(ctx, name)
    }
    const route = await load()
    route(new Proxy(svc.ctx, { get }))
  }
  expect([pages.length > 100, early]).toEqual([true, []])
})
