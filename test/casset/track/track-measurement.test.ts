import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { fixture, uploadTrack } from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

const nothing = '0193b5a0-0000-7000-8000-000000000000'
const rising = Array.from({ length: 500 }, (_, bar) => (bar + 1) / 500)

test('a curve that is guessed is replaced once by what its artist’s browser measures, if that can be true', async () => {
  await using svc = await startServer({ ffmpeg: null })
  const nova = cast(svc.ctx, 'nova')
  const ada = cast(svc.ctx, 'ada')
  for (const name of ['m4a-plain.m4a', 'mp3-cbr.mp3']) {
    expect((await uploadTrack(svc, nova, await fixture(name), name)).status).toBe(201)
  }
  await svc.ctx.jobs.idle()
  const [aac, mp3] = svc.ctx.db.select().from(tracks).orderBy(tracks.position).all()
  const read = (id = '') => svc.ctx.db.select().from(tracks).where(eq(tracks.id, id)).get()
  const at = (id = '') => `/api/studio/tracks/${id}/measurement`
  const put = (id: string | undefined, body: unknown, cookie: string | undefined = nova.cookie) =>
    svc.call('PUT', at(id), { body, cookie })
  const told = async () => (await svc.call('GET', '/api/casset/nova/media', { cookie: nova.cookie })).json
  expect(await told()).toMatchObject({
    tracks: [
      { waveformApproximate: true, loudnessLufs: null },
      { waveformApproximate: false, loudnessLufs: expect.any(Number) },
    ],
  })

  const page = async () => (await svc.fetch('/@nova', { headers: { cookie: nova.cookie } })).text()
  const guesses = /Approximate waveform</g
  expect((await page()).match(guesses)).toHaveLength(1)

  const good = { peaks: rising, loudnessLufs: -13.5 }
  const refused: [body: unknown, field: string][] = [
    [{ ...good, peaks: rising.slice(1) }, 'peaks'],
    [{ ...good, peaks: rising.with(7, 1.01) }, 'peaks.7'],
    [{ ...good, peaks: rising.with(7, -0.1) }, 'peaks.7'],
    [{ ...good, peaks: rising.map(() => 0), loudnessLufs: null }, 'peaks'],
    [{ ...good, peaks: rising.map(() => 0) }, 'loudnessLufs'],
    [{ ...good, loudnessLufs: 20.1 }, 'loudnessLufs'],
    [{ ...good, loudnessLufs: '-13' }, 'loudnessLufs'],
    [{ ...good, waveformApproximate: false }, 'waveformApproximate'],
  ]
  for (const [body, field] of refused) {
    const answer = await put(aac?.id, body)
    expect([field, answer.status, answer.json]).toEqual([
      field,
      400,
      expect.objectContaining({ code: 'VALIDATION', field }),
    ])
  }
  expect((await put(aac?.id, good, ada.cookie)).status).toBe(403)
  expect((await svc.call('PUT', at(aac?.id), { body: good })).status).toBe(401)
  expect((await put(nothing, good)).status).toBe(404)
  expect(read(aac?.id)).toEqual(aac)

  expect((await put(aac?.id, good)).status).toBe(204)
  const measured = { waveformApproximate: false, loudnessLufs: -13.5 }
  expect(read(aac?.id)).toMatchObject({
    ...measured,
    waveform: rising.map((peak) => Math.round(peak * 10_000) / 10_000),
  })
  expect(await told()).toMatchObject({ tracks: [measured, {}] })
  expect(await page()).not.toMatch(guesses)
  // Another tab was slower, and what the server measured itself is nobody's to change.
  for (const track of [read(aac?.id), mp3]) {
    expect((await put(track?.id, { peaks: rising.toReversed(), loudnessLufs: -1 })).status).toBe(204)
    expect(read(track?.id)).toEqual(track)
  }
})
