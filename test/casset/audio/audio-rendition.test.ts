import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { storedFiles } from '../../../src/operate/media/stored-files.ts'
import { aiff, loudNoise, packed } from '../../support/casset/audio-kinds.ts'
import { downloadPath, packedFor } from '../../support/casset/download.ts'
import { keptFiles, uploadTrack } from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

test('an AIFF is played as FLAC, downloaded as it came, its hook moved, and nothing of it stays when it is deleted', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const ada = cast(svc.ctx, 'ada')
  const sound = loudNoise(24, 12, 2)
  const master = aiff(sound, packed(sound, false))
  const made = await uploadTrack(svc, nova, master, '01 Bounce.aif')
  expect(made.status).toBe(201)
  await svc.ctx.jobs.idle()
  const row = svc.ctx.db.select().from(tracks).get()
  if (!row) throw new Error('There is no track.')
  const played = { playFormat: 'flac', playBytes: expect.any(Number), playSha256: expect.any(String) }
  expect(row).toMatchObject({
    status: 'READY',
    format: 'aiff',
    bitDepth: 24,
    durationSec: 12,
    hookFormat: 'flac',
    ...played,
  })
  expect(row.sha256).toBe(sha256Hex(master))

  const heard = async (person: typeof nova) => {
    const answer = await svc.fetch(`/api/audio/${row.id}`, { headers: { cookie: person.cookie, range: 'bytes=0-' } })
    const bytes = await answer.bytes()
    return {
      type: answer.headers.get('content-type'),
      mark: Buffer.from(bytes).toString('latin1', 0, 4),
      sha256: sha256Hex(bytes),
    }
  }
  expect(await heard(nova)).toEqual({ type: 'audio/flac', mark: 'fLaC', sha256: row.playSha256 ?? '' })
  expect(await heard(ada)).toEqual({ type: 'audio/flac', mark: 'fLaC', sha256: row.hookSha256 ?? '' })
  const stored = () => keptFiles(svc.dataDir).filter((path) => !path.startsWith('blobs/made/'))
  const signed = await svc.call('GET', `/api/audio/${row.id}`, { cookie: nova.cookie })
  expect(signed.json).toMatchObject({ access: 'full', format: 'flac', durationSec: 12 })
  const address = await svc.fetch(String(Object(signed.json).url), { headers: { cookie: nova.cookie } })
  expect(Buffer.from(await address.arrayBuffer()).toString('latin1', 0, 4)).toBe('fLaC')
  const files = await packedFor(svc, nova, downloadPath('nova', 'original'))
  expect([...files.keys()]).toEqual(['01 Bounce.aiff', 'SHA256SUMS'])
  expect(files.get('01 Bounce.aiff')?.equals(master)).toBe(true)
  expect(storedFiles(svc.ctx).map(({ sha256 }) => sha256)).toEqual([
    row.sha256,
    row.hookSha256 ?? '',
    row.playSha256 ?? '',
  ])

  await svc.call('PATCH', `/api/studio/tracks/${row.id}`, { cookie: nova.cookie, body: { hookStartSec: 5 } })
  await svc.ctx.jobs.idle()
  const moved = svc.ctx.db.select().from(tracks).where(eq(tracks.id, row.id)).get()
  expect(moved).toMatchObject({ hookStartSec: expect.closeTo(5, 0), playSha256: row.playSha256 ?? '' })
  expect(moved?.hookSha256).not.toBe(row.hookSha256)
  expect(stored().length).toBe(3)

  await svc.call('DELETE', `/api/studio/tracks/${row.id}`, { cookie: nova.cookie })
  await svc.ctx.jobs.idle()
  expect(stored()).toEqual([])
})
