import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { ingestTrackJob } from '../../../src/casset/track/measure/ingest-track.ts'
import { rowsOf } from '../../support/account/account.ts'
import { wav } from '../../support/casset/playable.ts'
import { beginUpload, sendPiece } from '../../support/casset/tus.ts'
import { fixture, keptFiles, until, uploadTrack, withoutIngest } from '../../support/casset/upload.ts'
import { program } from '../../support/program.ts'
import { type Answer, startServer, type TestServer } from '../../support/server.ts'
import { addReadyTrack, cast, type Person } from '../../support/world.ts'

const idOf = ({ json }: Answer) => String(Reflect.get(Object(Reflect.get(Object(json), 'track')), 'id'))
const rowOf = (svc: TestServer, id: string) => svc.ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()

/** Waits until a job of this kind is being done. */
const underWay = (svc: TestServer, kind: string) =>
  until(
    () => svc.ctx.db.$client.query("SELECT 1 FROM jobs WHERE kind = ? AND state = 'RUNNING'").all(kind).length,
    (count) => count > 0,
  )

const patch = (svc: TestServer, { cookie }: Person, id: string, body: object) =>
  svc.call('PATCH', `/api/studio/tracks/${id}`, { cookie, body })

/** Lets the jobs rest as long as they like, so many times. */
async function rests(svc: TestServer, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await svc.ctx.jobs.idle()
    svc.tick(3_600_000)
  }
  await svc.ctx.jobs.idle()
}

test('a file whose child crashes is tried three times, and then FAILED with a problem', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  withoutIngest(svc)
  const id = idOf(await uploadTrack(svc, ada, await fixture('wav-8.wav')))
  await rests(svc, 1)
  expect(rowOf(svc, id)).toMatchObject({ status: 'PROCESSING', problem: null })
  await rests(svc, 1)
  expect(rowOf(svc, id)).toMatchObject({ status: 'FAILED', problem: 'The server could not process this file.' })
  expect(rowsOf(svc, 'jobs')).toEqual([])
  const again = idOf(await uploadTrack(svc, ada, await fixture('wav-16.wav')))
  await rests(svc, 1)
  Object.assign(svc.ctx, { selfCommand: program })
  await rests(svc, 1)
  expect(rowOf(svc, again)).toMatchObject({ status: 'READY', problem: null })
})

test('a job that failed by the machine is tried again alone, with no other media child next to it', async () => {
  await using svc = await startServer()
  const [ada, bob] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
  const log = join(svc.dataDir, 'children')
  const fails = `echo begun >>${log}; sleep 0.3; echo ended >>${log}; exit 1`
  Object.assign(svc.ctx, { selfCommand: ['/bin/sh', '-c', fails] })
  for (const person of [ada, bob]) await uploadTrack(svc, person, await fixture('wav-8.wav'))
  await svc.ctx.jobs.idle()
  await rm(log)
  await rests(svc, 1)
  expect((await Bun.file(log).text()).trim().split('\n')).toEqual(['begun', 'ended', 'begun', 'ended'])
})

test('a file that cannot be used is tried once', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const id = idOf(await uploadTrack(svc, ada, (await fixture('m4a-plain.m4a')).slice(0, 12_000)))
  await svc.ctx.jobs.idle()
  const problem = 'This file is cut off: it holds less audio than its header says.'
  expect(rowOf(svc, id)).toMatchObject({ status: 'FAILED', problem })
  expect(rowsOf(svc, 'jobs')).toEqual([])
})

test('an ingest under which the program ended each time is given up, and says so to the artist', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const { id } = await addReadyTrack(svc.ctx, ada.cassetId, 'Dawn', { status: 'PROCESSING' })
  svc.ctx.jobs.add(ingestTrackJob, { trackId: id }, { key: id, lane: ada.cassetId })
  svc.ctx.db.$client.run("UPDATE jobs SET kills = 8 WHERE kind = 'ingest-track'")
  await svc.ctx.jobs.idle()
  const problem = 'The file could not be processed. Upload it again, or export it again first.'
  expect(rowOf(svc, id)).toMatchObject({ status: 'FAILED', problem })
})

test("the artist's own peaks are shown where we have no decoder, and are kept no longer than needed", async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const peaks = Array.from({ length: 500 }, (_, i) => (i % 100) / 200)
  const said = [{ name: 'peaks', value: JSON.stringify(peaks) }]
  const id = idOf(await uploadTrack(svc, ada, await fixture('m4a-plain.m4a'), 'song.m4a', said))
  await svc.ctx.jobs.idle()
  const waveform = peaks.map((peak) => Math.round((peak / 0.495) * 10_000) / 10_000)
  expect(rowOf(svc, id)).toMatchObject({ status: 'READY', waveform, waveformApproximate: false, peaks: null })
})

test('a window moved while the hook is being cut again is the one that stands in the end', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const id = idOf(await uploadTrack(svc, ada, wav({ seconds: 70, hertz: 0 })))
  await svc.ctx.jobs.idle()
  await patch(svc, ada, id, { hookStartSec: 10, hookDurationSec: 12 })
  await underWay(svc, 'cut-hook')
  expect((await patch(svc, ada, id, { hookStartSec: 20, hookDurationSec: 6 })).status).toBe(200)
  await svc.ctx.jobs.idle()
  const row = rowOf(svc, id)
  expect(row?.hookStartSec).toBeWithin(19.8, 20.2)
  expect(row?.hookDurationSec).toBeWithin(5, 6.0001)
  expect(keptFiles(svc.dataDir)).toHaveLength(2)
})

test('a track removed while the child listens to it leaves nothing, not even the hook that is cut meanwhile', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const id = idOf(await uploadTrack(svc, ada, await fixture('flac-long.flac')))
  await underWay(svc, 'ingest-track')
  // The child has the file open by now, and will cut its hook whatever becomes of the row.
  await until(
    () => keptFiles(svc.dataDir).filter((path) => path.includes('scratch')),
    (paths) => paths.length > 0,
  )
  expect((await svc.call('DELETE', `/api/studio/tracks/${id}`, { cookie: ada.cookie })).status).toBe(204)
  await svc.ctx.jobs.idle()
  expect([rowsOf(svc, 'tracks'), rowsOf(svc, 'jobs'), keptFiles(svc.dataDir)]).toEqual([[], [], []])
})

test('each casset numbers its own tracks', async () => {
  await using svc = await startServer()
  withoutIngest(svc)
  const [ada, bob] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
  const bytes = await fixture('wav-8.wav')
  const positions: unknown[] = []
  for (const person of [ada, ada, bob, ada, bob]) {
    const { json } = await uploadTrack(svc, person, bytes)
    positions.push(Reflect.get(Object(Reflect.get(Object(json), 'track')), 'position'))
  }
  expect(positions).toEqual([1, 2, 1, 3, 2])
})

test('an upload whose end was cut off after its track was made is the same track when it is sent again', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const path = await beginUpload(svc, ada, bytes.length)
  const first = await sendPiece(svc, ada, path, 0, bytes)
  // The mark that all is done is written last.
  const markers = keptFiles(svc.dataDir).filter((file) => file.endsWith('.done'))
  await Promise.all(markers.map((file) => Bun.file(join(svc.dataDir, file)).delete()))
  const again = await sendPiece(svc, ada, path, bytes.length, new Uint8Array())
  expect([again.status, again.headers.get('tapedeck-track')]).toEqual([204, first.headers.get('tapedeck-track')])
  await svc.ctx.jobs.idle()
  expect(rowsOf(svc, 'tracks')).toMatchObject([{ id: first.headers.get('tapedeck-track'), status: 'READY' }])
})
