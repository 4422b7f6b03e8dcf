import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../../src/config.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { blobsCommand } from '../../../src/operate/command/blobs.ts'
import { startBucket } from '../../support/platform/bucket.ts'
import { temporaryFolder } from '../../support/process.ts'
import { program } from '../../support/program.ts'
import { putMigrated, startServer, type TestServer } from '../../support/server.ts'
import { addReadyTrack, cast, masterBytes, type Person } from '../../support/world.ts'

const titles = Array.from({ length: 12 }, (_, index) => `Song ${index}`)
const machine = { selfCommand: program, pids: { own: 1, isAlive: () => true } }

/** Files that a data folder has itself, but for those that are made again or only copies. */
const ownFiles = (dataDir: string) =>
  readdirSync(join(dataDir, 'blobs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[0-9a-f]{2}\/[0-9a-f]{64}$/.test(name))
    .toSorted()

async function move(env: Record<string, string>, dataDir: string, to: string) {
  const said: string[] = []
  const code = await blobsCommand(readConfig({ ...env, DATA_DIR: dataDir }), machine, ['move', to], (line) =>
    said.push(line),
  )
  return { code, said: said.slice(1).join('\n') }
}

/**
 * A data folder with twelve tracks, and somebody who listens to one after another until told to
 * stop.
 */
async function filled(dataDir: string) {
  mkdirSync(dataDir)
  putMigrated(dataDir)
  await using svc = await startServer({ dataDir })
  const nova = cast(svc.ctx, 'nova')
  const ids: string[] = []
  for (const [index, title] of titles.entries()) {
    ids.push((await addReadyTrack(svc.ctx, nova.cassetId, title, { position: index + 1 })).id)
  }
  return { nova, ids }
}

async function listenWhile<T>(svc: TestServer, { cookie }: Person, ids: readonly string[], work: () => Promise<T>) {
  const wrong: unknown[] = []
  const state = { heard: 0, isDone: false }
  const urls: string[] = []
  // A stream opened with a token is not limited.
  for (const id of ids) {
    const { json } = await svc.call('GET', `/api/audio/${id}`, { cookie })
    urls.push(String(Reflect.get(Object(json), 'url')))
  }
  const listening = (async () => {
    for (let at = 0; !state.isDone; at = (at + 1) % urls.length) {
      const answer = await svc.fetch(urls[at] ?? '')
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.status !== 200 || !bytes.equals(masterBytes(titles[at] ?? ''))) wrong.push([answer.status, titles[at]])
      state.heard += 1
      await Bun.sleep(5)
    }
  })()
  const result = await work()
  state.isDone = true
  await listening
  return { ...result, wrong, heard: state.heard }
}

test('media move to a bucket and back while they are listened to, and no listener notices', async () => {
  await using bucket = await startBucket()
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'site')
  const { nova, ids } = await filled(dataDir)
  const before = ownFiles(dataDir)
  expect(before).toHaveLength(24)
  {
    await using svc = await startServer({ dataDir, env: bucket.env })
    const there = await listenWhile(svc, nova, ids, () => move(bucket.env, dataDir, 'bucket'))
    expect([there.code, there.wrong]).toEqual([0, []])
    expect(there.said).toContain('24 files')
    expect(ownFiles(dataDir)).toEqual([])
    expect((await bucket.keys()).filter((key) => key.includes('/'))).toEqual(before)
    const again = await move(bucket.env, dataDir, 'bucket')
    expect([again.code, again.said.includes('0 files')]).toEqual([0, true])
    const back = await listenWhile(svc, nova, ids, () => move(bucket.env, dataDir, 'disk'))
    expect([back.code, back.wrong]).toEqual([0, []])
    expect(there.heard + back.heard).toBeGreaterThan(10)
  }
  expect(ownFiles(dataDir)).toEqual(before)
  await using alone = await startServer({ dataDir })
  const { wrong } = await listenWhile(alone, nova, ids, async () => ({ ended: await Bun.sleep(50) }))
  expect(wrong).toEqual([])
  expect(existsSync(join(dataDir, 'blobs/cache'))).toBe(false)
})

test('a move that is cut off goes on where it was, and nothing leaves the disk that the bucket does not give back', async () => {
  await using bucket = await startBucket()
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'site')
  await filled(dataDir)
  let puts = 0
  bucket.between = ({ method }) => {
    if (method === 'PUT') puts += 1
    return puts > 9 ? new Response('', { status: 500 }) : undefined
  }
  const cut = await move(bucket.env, dataDir, 'bucket')
  expect([cut.code, cut.said]).toEqual([1, expect.stringContaining('Run this again to go on.')])
  const left = ownFiles(dataDir).length
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(24)
  // The bucket has other bytes of the next file than its hash says.
  const [next = ''] = ownFiles(dataDir)
  bucket.between = (request, at) => (request.method === 'GET' && at === next ? new Response('other bytes') : undefined)
  const lied = await move(bucket.env, dataDir, 'bucket')
  expect([lied.code, lied.said]).toEqual([1, expect.stringContaining('Not moved')])
  expect(ownFiles(dataDir)).toEqual([next])
  bucket.between = () => undefined
  await Bun.write(join(dataDir, 'blobs', next), 'damaged here')
  const damaged = await move(bucket.env, dataDir, 'bucket')
  expect([damaged.code, damaged.said]).toEqual([1, expect.stringContaining('it is damaged here')])
  expect(ownFiles(dataDir)).toEqual([next])
  expect(await bucket.keys()).toContain(next)
})

test('wrong bytes from the bucket are not taken for the file on the way back', async () => {
  await using bucket = await startBucket()
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'site')
  await filled(dataDir)
  await move(bucket.env, dataDir, 'bucket')
  const [key = ''] = (await bucket.keys()).filter((each) => each.includes('/'))
  await bucket.spoil(key, 'x')
  const back = await move(bucket.env, dataDir, 'disk')
  expect([back.code, back.said.match(/Not moved/g)]).toEqual([1, ['Not moved']])
  expect(ownFiles(dataDir)).toHaveLength(23)
  for (const name of ownFiles(dataDir)) {
    const bytes = Buffer.from(await Bun.file(join(dataDir, 'blobs', name)).arrayBuffer())
    expect(sha256Hex(bytes)).toBe(name.slice(3))
  }
})

test('a move without a bucket says what is missing', async () => {
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'site')
  await filled(dataDir)
  expect(await move({}, dataDir, 'bucket')).toEqual({
    code: 1,
    said: expect.stringContaining('Set BLOBS and the keys'),
  })
})
