import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { askDownload, downloadPath, keptPacks } from '../../support/casset/download.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { until } from '../../support/casset/upload.ts'
import { startProcess, temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

const path = downloadPath('nova', 'original')

/** Puts an artist with a track of so many seconds into a data folder that nobody serves yet. */
async function fill(dataDir: string, seconds: number) {
  await using svc = await startServer({ dataDir })
  const nova = cast(svc.ctx, 'nova')
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Long', { master: { seconds, rate: 48_000, hertz: 0 } })
  return nova
}

const unfinished = (dataDir: string) =>
  readdirSync(join(dataDir, 'blobs/scratch'), { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.zip'),
  )

test('a server killed while it packs leaves no half download, and the next start makes a whole one', async () => {
  using folder = temporaryFolder()
  const seconds = 700
  const nova = await fill(folder.path, seconds)
  {
    await using svc = await startProcess({ dataDir: folder.path })
    const broken = askDownload(svc, nova, path).then(
      () => 'answered',
      () => 'broken off',
    )
    await until(
      () => unfinished(folder.path),
      (zips) => zips.length === 1,
    )
    expect(await svc.end('SIGKILL')).toBeNull()
    expect(await broken).toBe('broken off')
  }
  expect(keptPacks({ dataDir: folder.path })).toEqual([])
  await using svc = await startProcess({ dataDir: folder.path })
  await until(
    () => keptPacks(svc),
    (packs) => packs.length === 1,
  )
  await until(
    () => unfinished(folder.path),
    (zips) => zips.length === 0,
  )
  const answer = await askDownload(svc, nova, path)
  const bytes = await answer.bytes()
  expect([answer.status, bytes.length]).toEqual([200, Number(answer.headers.get('content-length'))])
  expect(bytes.length).toBeGreaterThan(seconds * 96_000)
})

test('where there is no room for a download, it is answered 503 and nothing of it stays', async () => {
  using folder = temporaryFolder()
  const limit = 660_000
  const nova = await fill(folder.path, 10)
  await using svc = await startProcess({ dataDir: folder.path, fileLimit: limit })
  for (const format of ['tagged', 'original']) {
    const answer = await svc.call('GET', downloadPath('nova', format), { cookie: nova.cookie })
    expect([answer.status, answer.headers.get('retry-after'), answer.json]).toEqual([
      503,
      '60',
      {
        error: 'There is not enough disk space here to make the download.',
        code: 'UNAVAILABLE',
        hint: 'Try again in a few minutes.',
      },
    ])
  }
  expect([keptPacks(svc), readdirSync(join(folder.path, 'blobs/scratch'))]).toEqual([[], []])
  expect((await svc.call('GET', '/healthz')).status).toBe(200)
})
