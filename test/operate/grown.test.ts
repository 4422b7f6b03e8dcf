import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { readConfig } from '../../src/config.ts'
import { readEdgeConfig } from '../../src/platform/edge/config.ts'
import { inTree } from '../support/tree.ts'

const folder = inTree('test/grown')
const Service = t.Object({
  image: t.String({ pattern: '^[a-z]+:[\\w.-]+$' }),
  command: t.Optional(t.Array(t.String())),
  environment: t.Optional(t.Record(t.String(), t.String())),
  volumes: t.Optional(t.Array(t.String())),
  ports: t.Optional(t.Array(t.String({ pattern: '^\\d+:\\d+$' }))),
  depends_on: t.Optional(t.Array(t.String())),
  restart: t.Optional(t.Literal('unless-stopped')),
  deploy: t.Optional(t.Object({ replicas: t.Integer() })),
})
const Compose = t.Object({
  services: t.Record(t.String(), Service),
  volumes: t.Record(t.String(), t.Null()),
})

test('the compose file of a grown site is whole: what it names is there, and its settings are taken', async () => {
  const compose: unknown = Bun.YAML.parse(await Bun.file(join(folder, 'compose.yaml')).text())
  expect([...Value.Errors(Compose, compose)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  const { services, volumes } = Value.Decode(Compose, compose)
  for (const { depends_on: needed = [], volumes: mounts = [] } of Object.values(services)) {
    for (const name of needed) expect(Object.keys(services)).toContain(name)
    for (const [source = ''] of mounts.map((mount) => mount.split(':'))) {
      // The executable is built by whoever starts it.
      if (source.endsWith('dist/tapedeck')) continue
      expect([source, source.startsWith('.') ? existsSync(join(folder, source)) : source in volumes]).toEqual([
        source,
        true,
      ])
    }
  }
  const { primary, edge, redis } = services
  expect([primary?.command, edge?.command]).toEqual([
    ['tapedeck', 'serve'],
    ['tapedeck', 'edge'],
  ])
  const { relay } = readConfig(primary?.environment ?? {})
  const { BASE_URL: origin } = primary?.environment ?? {}
  const own = readEdgeConfig(edge?.environment ?? {})
  // They find each other by the names of the services, and share one secret.
  expect(relay?.redisUrl).toBe(own.redisUrl)
  expect(relay?.secret).toBe(own.secret)
  expect(redis).toBeDefined()
  expect(Object.keys(services)).toContain(new URL(own.redisUrl).hostname)
  expect(Object.keys(services)).toContain(new URL(own.primaryUrl).hostname)
  const isPublished = (url = '') =>
    Object.values(services).some(({ ports }) => ports?.includes(`${new URL(url).port}:${new URL(url).port}`))
  expect([isPublished(origin), isPublished(relay?.roomsUrl)]).toEqual([true, true])
})

test.skipIf(Bun.which('haproxy') === null)('HAProxy takes the configuration of the compose file', async () => {
  const child = Bun.spawn(['haproxy', '-c', '-f', join(folder, 'haproxy.cfg')], { stdout: 'pipe', stderr: 'pipe' })
  expect([await child.exited, await new Response(child.stderr).text()]).toEqual([
    0,
    expect.not.stringContaining('ALERT'),
  ])
})
