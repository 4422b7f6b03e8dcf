import { expect, test } from 'bun:test'
import { configurationCheck } from '../../../src/operate/doctor/check/configuration.ts'
import { startServer } from '../../support/server.ts'

const visit = async (env: Record<string, string>, dataDir?: string) => {
  const svc = await startServer({ env, ...(dataDir === undefined ? {} : { dataDir }) })
  const host = new URL(svc.ctx.site.origin).host
  const headers = { host, 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  for (const _ of [1, 2]) await svc.call('GET', '/api/cassets/recent', { headers })
  return svc
}
const warnings = ({ logged }: { logged: readonly string[] }) =>
  logged.filter((line) => line.includes('TRUSTED_PROXIES'))

const secure = { BASE_URL: 'https://music.example' }

test('a proxy that no setting names is told in the log once, and to the owner until it is named', async () => {
  await using svc = await visit(secure)
  expect(warnings(svc).map((line) => Reflect.get(JSON.parse(line), 'peer'))).toEqual(['127.0.0.1'])
  expect(await configurationCheck.look(svc.ctx)).toEqual({
    problem: 'a proxy at 127.0.0.1 passes visitors on, and all of them count as one: sign-in locks everybody out',
    fix: 'set TRUSTED_PROXIES to 127.0.0.1',
  })
  await using named = await visit({ ...secure, TRUSTED_PROXIES: '127.0.0.0/8' }, svc.dataDir)
  expect([warnings(named), await configurationCheck.look(named.ctx)]).toEqual([[], {}])
})

test('visitors who write X-Forwarded-For themselves, where there is no proxy to name, change nothing', async () => {
  await using svc = await visit({})
  expect(warnings(svc)).toEqual([])
  expect(JSON.stringify(await configurationCheck.look(svc.ctx))).not.toContain('proxy')
})
