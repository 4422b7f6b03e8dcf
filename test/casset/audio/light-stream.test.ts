import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { makeAgain } from '../../../src/operate/media/lost-files.ts'
import { storedFiles } from '../../../src/operate/media/stored-files.ts'
import { loudNoise, packed, wav } from '../../support/casset/audio-kinds.ts'
import { downloadPath, packedFor } from '../../support/casset/download.ts'
import { hasFfmpeg, hostFfmpeg, probed } from '../../support/casset/media.ts'
import { keptFiles, uploadTrack } from '../../support/casset/upload.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

const seconds = 130
const sound = loudNoise(16, seconds, 2)
const master = wav(sound, packed(sound, true), { bytes: 2 })

const rowOf = (svc: TestServer, id: string) => {
  const row = svc.ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()
  if (!row) throw new Error('There is no track.')
  return row
}
const stored = (svc: TestServer) => keptFiles(svc.dataDir).filter((path) => !path.startsWith('blobs/made/'))

async function uploaded(ffmpeg: string | null, dataDir?: string) {
  const svc = await startServer(dataDir === undefined ? { ffmpeg } : { ffmpeg, dataDir })
  const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
  const made = await uploadTrack(svc, nova, master, '01 Long.wav')
  expect(made.status).toBe(201)
  await svc.ctx.jobs.idle()
  const { id } = Object(Object(made.json).track)
  const heard = async (query: string, { cookie }: { cookie: string } = nova) => {
    const answer = await svc.fetch(`/api/audio/${id}${query}`, { headers: { cookie, range: 'bytes=0-' } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return {
      type: answer.headers.get('content-type'),
      mark: bytes.toString('latin1', 0, 4),
      length: bytes.length,
      bytes,
    }
  }
  return { svc, nova, ada, id, heard }
}

describe.skipIf(!hasFfmpeg)('a lighter stream, where the host has ffmpeg', () => {
  test('of a large track it is made once, for whoever may hear all of it, and the download stays as it came', async () => {
    const { svc, nova, ada, id, heard } = await uploaded(hostFfmpeg)
    await using _ = svc
    const row = rowOf(svc, id)
    // 4 minutes of it are at most 4.5 MB.
    const lightBytes = row.lightBytes ?? 0
    expect([lightBytes > 100_000, (lightBytes / seconds) * 240 < 4_500_000]).toEqual([true, true])
    const signed = Object((await svc.call('GET', `/api/audio/${id}?light=1`, { cookie: nova.cookie })).json)
    expect(signed).toMatchObject({ access: 'full', format: 'opus', durationSec: seconds })
    const light = await heard('?light=1')
    expect(light).toMatchObject({ type: 'audio/ogg; codecs=opus', mark: 'OggS', length: lightBytes })
    const bySignature = await svc.fetch(signed.url, { headers: { cookie: nova.cookie } })
    expect(Buffer.from(await bySignature.arrayBuffer()).equals(light.bytes)).toBe(true)
    const path = join(svc.dataDir, 'light.opus')
    await Bun.write(path, light.bytes)
    const { durationSec, codecs } = await probed(path)
    expect([Math.abs(durationSec - seconds) < 0.05, codecs]).toEqual([true, ['opus']])
    expect(await heard('')).toMatchObject({ type: 'audio/wav', length: master.length })
    const format = async (headers: Record<string, string>, query = '') => {
      const { cookie } = nova
      const chosen = headers.quality === undefined ? cookie : `${cookie}; quality=${headers.quality}`
      const answer = await svc.fetch(`/api/audio/${id}${query}`, { headers: { ...headers, cookie: chosen } })
      return Object(await answer.json()).format
    }
    const saving = { 'save-data': 'on' }
    expect([await format({}), await format(saving), await format({ quality: 'saver' })]).toEqual([
      'wav',
      'opus',
      'opus',
    ])
    expect(await format({ ...saving, quality: 'original' })).toBe('wav')
    expect(await format({ quality: 'saver' }, '?light=0')).toBe('wav')

    // A hook comes as Opus where the browser plays that; its permanent address stays as it is.
    const hook = await heard('', ada)
    const lightHook = await heard('?opus=1', ada)
    expect(lightHook).toMatchObject({ type: 'audio/ogg; codecs=opus', mark: 'OggS', length: row.lightHookBytes })
    expect([hook.length > 500_000, lightHook.length < 500_000, lightHook.length > 100_000]).toEqual([true, true, true])
    await Bun.write(path, lightHook.bytes)
    expect(Math.abs((await probed(path)).durationSec - (row.hookDurationSec ?? 0)) < 0.05).toBe(true)
    const signedHook = Object((await svc.call('GET', `/api/audio/${id}?opus=1`, { cookie: ada.cookie })).json)
    expect(signedHook).toMatchObject({ access: 'hook', format: 'opus' })
    expect(Buffer.from(await (await svc.fetch(signedHook.url)).arrayBuffer()).equals(lightHook.bytes)).toBe(true)
    expect((await heard('/hook', ada)).bytes.equals(hook.bytes)).toBe(true)
    expect(await heard('?opus=1')).toMatchObject({ type: 'audio/wav', length: master.length })

    // A stranger's hook is one file, and the address of a lighter one gives nobody more.
    expect((await heard('?light=1', ada)).bytes.equals(hook.bytes)).toBe(true)
    const asked = await svc.call('GET', `/api/audio/${id}?light=1`, { cookie: ada.cookie })
    expect(asked.json).toMatchObject({ access: 'hook' })
    expect((await svc.call('GET', `/api/audio/${id}?light=2`)).json).toMatchObject({
      code: 'VALIDATION',
      field: 'light',
    })
    const files = await packedFor(svc, nova, downloadPath('nova', 'original'))
    expect([...files.keys()]).toEqual(['01 Long.wav', 'SHA256SUMS'])

    // It counts as stored, is made again where it is damaged, and goes with its track.
    expect(storedFiles(svc.ctx).map(({ sha256 }) => sha256)).toEqual(
      expect.arrayContaining([row.lightSha256 ?? '', row.lightHookSha256 ?? '']),
    )
    expect(stored(svc)).toHaveLength(4)
    await makeAgain(svc.ctx, new Set([row.lightSha256 ?? '']), () => {})
    await svc.ctx.jobs.idle()
    const { lightSha256, lightHookSha256, lightHookBytes } = row
    expect(rowOf(svc, id)).toMatchObject({ lightSha256, lightBytes, lightHookSha256, lightHookBytes })
    // A hook that was moved has another one.
    await svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie: nova.cookie, body: { hookStartSec: 60 } })
    await svc.ctx.jobs.idle()
    expect(rowOf(svc, id).lightHookBytes).toBeGreaterThan(100_000)
    expect(rowOf(svc, id).lightHookSha256).not.toBe(lightHookSha256)
    expect(stored(svc)).toHaveLength(4)
    await svc.call('DELETE', `/api/studio/tracks/${id}`, { cookie: nova.cookie })
    await svc.ctx.jobs.idle()
    expect(stored(svc)).toEqual([])
  })

  test('a track that came before ffmpeg was there has one from the next start on', async () => {
    using folder = temporaryFolder()
    const { svc, id, heard } = await uploaded(null, folder.path)
    {
      await using _ = svc
      expect(rowOf(svc, id)).toMatchObject({ lightSha256: null, lightBytes: null })
      expect(await heard('?light=1')).toMatchObject({ type: 'audio/wav', length: master.length })
    }
    await using again = await startServer({ ffmpeg: hostFfmpeg, dataDir: folder.path })
    await again.ctx.jobs.idle()
    expect(rowOf(again, id).lightBytes).toBeGreaterThan(100_000)
  })
})
