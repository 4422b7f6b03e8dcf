import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inTransaction } from '../../db/commits.ts'
import { appendEvent } from '../../src/release/provenance/append-event.ts'
import { temporaryFolder } from '../support/process.ts'
import { proveInclusion } from '../support/release/log-proof.ts'
import { publishedRelease } from '../support/release/release.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { world } from '../support/world.ts'

const textOf = async (svc: TestServer, path: string) => (await svc.fetch(path)).text()

test('another implementation verifies the checkpoint, and that the signing of a version is in the log', async () => {
  await using svc = await startServer()
  const { nova, dawn, kettle } = await world(svc)
  const first = await publishedRelease(svc, nova, [dawn.id])
  const second = await publishedRelease(svc, nova, [kettle.id])
  for (const id of [first, second]) await proveInclusion((path) => textOf(svc, path), id)
  const response = await svc.fetch('/log/checkpoint')
  expect(Object.fromEntries(response.headers)).toEqual(
    expect.objectContaining({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=5',
      'access-control-allow-origin': '*',
    }),
  )
  const [origin, size] = (await response.text()).split('\n')
  expect([origin, size]).toEqual([expect.stringMatching(/^localhost:\d+\/log$/), '8'])
})

test('tiles and bundles of entries are served as C2SP tlog-tiles has them, as far as a checkpoint covers them', async () => {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const { cookie } = nova
  for (let times = 0; times < 130; times += 1) {
    for (const decision of ['ALLOW', 'DENY']) {
      const body = { scope: 'remix', decision }
      await svc.call('PATCH', `/api/internal/releases/${id}/permissions`, { cookie, body })
    }
    svc.tick(2_000)
  }
  await svc.ctx.jobs.idle()
  const size = Number((await textOf(svc, '/log/checkpoint')).split('\n')[1])
  expect(size).toBe(264)
  const bytesOf = async (path: string) => Buffer.from(await (await svc.fetch(`/log/tile/${path}`)).arrayBuffer())
  const bundle = await bytesOf('entries/000')
  const tile = await bytesOf('0/000')
  expect([bundle.length, tile.length]).toEqual([256 * 34, 256 * 32])
  const leaves = Array.from({ length: 256 }, (_, at) => {
    expect(bundle.readUInt16BE(at * 34)).toBe(32)
    const entry = bundle.subarray(at * 34 + 2, (at + 1) * 34)
    return createHash('sha256')
      .update(Buffer.from([0]))
      .update(entry)
      .digest()
  })
  expect(Buffer.concat(leaves).equals(tile)).toBe(true)
  let level: Buffer[] = leaves
  while (level.length > 1) {
    level = Array.from({ length: level.length / 2 }, (_, at) => {
      const pair = [Buffer.from([1]), level[at * 2] ?? Buffer.of(), level[at * 2 + 1] ?? Buffer.of()]
      return createHash('sha256').update(Buffer.concat(pair)).digest()
    })
  }
  expect((await bytesOf('1/000.p/1')).equals(level[0] ?? Buffer.of())).toBe(true)
  expect((await bytesOf('0/001.p/8')).length).toBe(8 * 32)
  const { headers } = await svc.fetch('/log/tile/0/000')
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
    'application/octet-stream',
    'public, max-age=31536000, immutable',
  ])
  const none = [
    '0/001',
    '0/001.p/9',
    '0/000.p/256',
    '0/0',
    '0/x000/000',
    '00/000',
    '64/000',
    '1/000',
    'entries/001',
    '',
  ]
  for (const path of [...none, '0/001.p/0', '-1/000', '2/000.p/1', 'entries/001.p/9']) {
    expect([path, (await svc.fetch(`/log/tile/${path}`)).status]).toEqual([path, 404])
  }
  // An entry that no head covers yet is not shown: a power failure could still take it.
  svc.ctx.db.$client.run("INSERT INTO log_entries VALUES (264, x'00')")
  expect((await svc.fetch('/log/tile/entries/001.p/9')).status).toBe(404)
  for (const table of ['log_entries', 'log_nodes', 'log_checkpoints']) {
    expect(() => svc.ctx.db.$client.run(`DELETE FROM ${table}`)).toThrow('append-only')
  }
})

test('a restart goes on under the same origin; a restored copy starts a new one that names the old head', async () => {
  using folder = temporaryFolder()
  const [dataDir, copyDir] = [join(folder.path, 'data'), join(folder.path, 'copy')]
  let id = ''
  {
    await using svc = await startServer({ dataDir })
    const { nova, dawn } = await world(svc)
    id = await publishedRelease(svc, nova, [dawn.id])
  }
  cpSync(dataDir, copyDir, { recursive: true })
  const older = await Bun.file(join(copyDir, 'tapedeck.db')).bytes()
  const originOf = (note: string) => note.split('\n')[0] ?? ''
  let head = ''
  {
    await using svc = await startServer({ dataDir })
    await svc.ctx.jobs.idle()
    head = await textOf(svc, '/log/checkpoint')
    expect(originOf(head)).toMatch(/\/log$/)
    expect(svc.logged.join()).not.toContain('log.new_origin')
    const who = { type: 'PERMISSION_CHANGED', actor: { kind: 'artist', handle: 'nova' } } as const
    inTransaction(svc.ctx.db, () =>
      appendEvent(svc.ctx, id, { ...who, payload: { scope: 'remix', previousDecision: 'DENY', decision: 'ALLOW' } }),
    )
    await svc.ctx.jobs.idle()
  }
  // An older database put back under what is left of the newer one: the log would fork.
  writeFileSync(join(dataDir, 'tapedeck.db'), older)
  for (const rest of ['-wal', '-shm']) rmSync(join(dataDir, `tapedeck.db${rest}`), { force: true })
  {
    await using svc = await startServer({ dataDir })
    expect(svc.logged.join()).toContain('log.new_origin')
  }
  // While the first folder is there, the other one counts as its copy and signs nothing.
  rmSync(dataDir, { recursive: true })
  for (const makeRestored of [
    () => {},
    () => writeFileSync(join(copyDir, 'log-head.json'), '{"number":'),
    () => rmSync(join(copyDir, 'log-head.json')),
  ]) {
    const before = originOf(head)
    makeRestored()
    await using svc = await startServer({ dataDir: copyDir })
    await svc.ctx.jobs.idle()
    const now = await textOf(svc, '/log/checkpoint')
    const [, number = '1'] = /\/log\/(\d+)$/.exec(originOf(now)) ?? []
    expect([originOf(now) === before, Number(number) > 1]).toEqual([false, true])
    const size = Number(now.split('\n')[1])
    const entries = await svc.fetch(`/log/${number}/tile/entries/000.p/${size}`)
    expect([entries.status, (await entries.text()).includes(head)]).toEqual([200, true])
    expect(await textOf(svc, `/log/${number}/checkpoint`)).toBe(now)
    await proveInclusion((path) => textOf(svc, path), id)
    head = now
  }
})
