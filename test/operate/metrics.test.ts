import { expect, test } from 'bun:test'
import { keepRun } from '../../src/operate/backup/runs.ts'
import { saveFindings } from '../../src/operate/doctor/findings.ts'
import { until } from '../support/casset/upload.ts'
import { grow } from '../support/room/edge.ts'
import { hasRedis } from '../support/room/redis.ts'
import { listen } from '../support/room/room.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const token = 'a token that nobody guesses'
const env = { METRICS_TOKEN: token }
const bearer = { headers: { authorization: `Bearer ${token}` } }

const promtool = Bun.which('promtool')
if (promtool === null) console.warn('There is no promtool on PATH: what it says of /metrics is not tested.')

async function scrape(svc: TestServer): Promise<string> {
  const response = await svc.fetch('/metrics', bearer)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return await response.text()
}

/** Returns the value of one line of figures. */
const figure = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((each) => each.startsWith(`${line} `))
      ?.slice(line.length + 1),
  )

test('figures are read with the token alone, and are not there without one', async () => {
  await using svc = await startServer({ env })
  for (const authorization of ['', 'Bearer', 'Bearer x', token]) {
    const response = await svc.fetch('/metrics', { headers: { authorization } })
    expect([response.status, await response.json()]).toEqual([401, { error: 'Send METRICS_TOKEN as a bearer token.' }])
  }
  expect((await svc.fetch(`/metrics?token=${token}`)).status).toBe(401)
  expect((await svc.fetch('/metrics', { ...bearer, method: 'POST' })).status).toBe(404)
  await using plain = await startServer()
  expect((await plain.fetch('/metrics', bearer)).status).toBe(404)
})

test('requests are counted by route and never by address, also those that are refused', async () => {
  await using svc = await startServer({ env })
  const { ada } = await world(svc)
  for (const path of [
    '/api/casset/nova/media',
    '/api/casset/nova/media',
    '/api/casset/unheard-of/media',
    '/nothing/here',
  ]) {
    await svc.fetch(path)
  }
  await svc.fetch('/api/v1/artists/nova')
  await svc.call('POST', '/api/casset/nova/comment', { cookie: ada.cookie, body: {} })
  await svc.fetch('/healthz', { method: 'QUEER' })
  const text = await scrape(svc)
  const of = (labels: string) => figure(text, `tapedeck_http_requests_total{${labels}}`)
  const media = 'route="/api/casset/:slug/media"'
  expect([of(`method="GET",${media},status="200"`), of(`method="GET",${media},status="404"`)]).toEqual([2, 1])
  expect(of('method="POST",route="/api/casset/:slug/comment",status="400"')).toBe(1)
  expect(figure(text, `tapedeck_http_request_duration_seconds_count{${media}}`)).toBe(3)
  expect(text).toContain('route="/api/v1/*"')
  for (const known of ['nova', 'unheard-of', 'nothing', 'QUEER', ada.userId, token])
    expect([known, text.includes(known)]).toEqual([known, false])
})

test('queues, disk, money, rooms and the process are told', async () => {
  await using svc = await startServer({ env: { ...env, PAYMENTS: 'test' } })
  await world(svc)
  await using room = await listen(svc)
  await room.next()
  const text = await scrape(svc)
  expect(figure(text, 'tapedeck_disk_free_bytes')).toBeGreaterThan(1e6)
  expect(figure(text, 'tapedeck_database_bytes')).toBeGreaterThan(1e5)
  expect(figure(text, 'tapedeck_job_lateness_seconds')).toBe(0)
  expect(figure(text, 'tapedeck_webhook_events_waiting')).toBe(0)
  expect(text).toContain('\ntapedeck_backup_age_seconds +Inf\n')
  const made = { name: 'one.tar', files: 1, bytes: 1, newBytes: 1, damaged: [] }
  keepRun(svc.ctx, false, svc.ctx.now() - 7_200_000, { ok: true, ...made })
  const ok = { name: 'mail', ok: true }
  saveFindings(svc.ctx, [ok, { name: 'backups', ok: false, problem: 'the last good one is old' }])
  const now = await scrape(svc)
  expect(figure(now, 'tapedeck_backup_age_seconds')).toBeWithin(7_200, 7_300)
  expect(['mail', 'backups'].map((check) => figure(now, `tapedeck_doctor_problems{check="${check}"}`))).toEqual([0, 1])
  for (const name of ['tapedeck_mails_unsent', 'tapedeck_loop_lag_seconds_bucket', 'process_start_time_seconds']) {
    expect(text).toContain(`\n${name}`)
  }
  for (const absent of ['tapedeck_relay', 'tapedeck_certificate']) expect(text).not.toContain(absent)
})

test.skipIf(promtool === null)('promtool finds nothing to say about the figures', async () => {
  await using all = hasRedis ? await grow({ primary: { env } }) : undefined
  await using alone = all ? undefined : await startServer({ env })
  const svc = all?.svc ?? alone
  if (!svc) return
  await svc.fetch('/healthz')
  const check = Bun.spawn([promtool ?? '', 'check', 'metrics'], { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
  check.stdin.write(await scrape(svc))
  check.stdin.end()
  const said = await Promise.all([new Response(check.stdout).text(), new Response(check.stderr).text()])
  expect([await check.exited, ...said]).toEqual([0, '', ''])
})

test.skipIf(!hasRedis)('edges and Redis are told by the primary', async () => {
  await using all = await grow({ edges: 2, primary: { env } })
  const { svc } = all
  await world(svc)
  const rooms = await Promise.all(Array.from({ length: 5 }, () => listen(svc)))
  const listeners = (text: string) =>
    [...text.matchAll(/^tapedeck_edge_listeners\{.*\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0)
  const text = await until(
    () => scrape(svc),
    (each) => listeners(each) === 5,
  )
  expect([figure(text, 'tapedeck_edges'), figure(text, 'tapedeck_relay_up')]).toEqual([2, 1])
  for (const room of rooms) await room[Symbol.asyncDispose]()
})
