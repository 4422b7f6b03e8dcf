import { expect, test } from 'bun:test'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { runChecks } from '../../../src/operate/doctor/run-checks.ts'
import { checks } from '../../../src/rooms.ts'
import { rowsOf } from '../../support/account/account.ts'
import { addMaster, askDownload, downloadPath, keptPacks } from '../../support/casset/download.ts'
import { beginUpload, sendPiece } from '../../support/casset/tus.ts'
import { fixture, formBytes, sendForm, uploadTrack } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { damages, flip } from '../../support/operate/damages.ts'
import { png } from '../../support/platform/picture.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addEmoji } from '../../support/shop/emoji.ts'
import { addReadyTrack, cast, world } from '../../support/world.ts'

const refused = {
  error: 'This file cannot be sent.',
  code: 'UNAVAILABLE',
  hint: 'The file is missing or damaged on this server. Trying again does not help until the artist uploads it again.',
}

/** Asks in every way in which a file is asked for, and expects the one answer. */
async function expectRefusals(svc: TestServer, path: string, cookie: string, sha256: string) {
  const from = svc.logged.length
  const asked: [string, Record<string, string>][] = [
    ['GET', { 'sec-fetch-dest': 'audio' }],
    ['HEAD', { 'sec-fetch-dest': 'audio' }],
    ['GET', { range: 'bytes=0-99' }],
    ['GET', { range: 'bytes=100-' }],
    ['HEAD', { range: 'bytes=-5' }],
    ['GET', { range: 'bytes=999999999-' }],
  ]
  for (const [method, headers] of asked) {
    const answer = await svc.call(method, path, { cookie, headers })
    const what = [method, path, headers]
    expect([...what, answer.status, answer.json]).toEqual([...what, 503, method === 'HEAD' ? undefined : refused])
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect([answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual(['3600', 'no-store'])
    expect([answer.headers.get('x-content-type-options'), answer.headers.has('x-request-id')]).toEqual([
      'nosniff',
      true,
    ])
    expect([answer.headers.get('accept-ranges'), answer.headers.get('etag')]).toEqual([null, null])
  }
  const lines = svc.logged.slice(from).filter((line) => line.includes('a stored file is damaged'))
  expect(lines.length).toBeGreaterThanOrEqual(asked.length)
  for (const line of lines) expect(line).toContain(`"sha256":"${sha256}"`)
}

test.each(Object.entries(damages))(
  'a master that was %s is a coded 503, and nothing of it is sent',
  async (_, damage) => {
    await using svc = await startServer()
    const { nova, dawn, kettle } = await world(svc)
    const signed = await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: nova.cookie })
    damage(svc.ctx.blobs.path(dawn.sha256))
    await expectRefusals(svc, `/api/audio/${dawn.id}`, nova.cookie, dawn.sha256)
    await expectRefusals(svc, String(Reflect.get(Object(signed.json), 'url')), '', dawn.sha256)
    for (const answer of [
      await svc.call('GET', `/api/audio/${dawn.id}`, { cookie: nova.cookie }),
      await svc.call('POST', '/api/audio/token', { cookie: nova.cookie, body: { trackId: dawn.id } }),
    ]) {
      expect([answer.status, answer.json]).toEqual([503, refused])
    }
    // A listener of the hook is served from a file of its own, and other tracks are as they were.
    expect((await svc.call('GET', `/api/audio/${dawn.id}`)).status).toBe(200)
    expect((await svc.call('GET', `/api/audio/${kettle.id}`, { cookie: nova.cookie })).status).toBe(200)
  },
)

test.each(Object.entries(damages))('a hook, picture or emoji that was %s is a coded 503', async (_, damage) => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const track = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  const picture = formBytes([{ name: 'file', value: png(20, 20, () => [200, 40, 40]), fileName: 'a.png' }])
  const { json } = await sendForm(svc, '/api/studio/assets', nova.cookie, picture)
  const assetId = String(Reflect.get(Object(Reflect.get(Object(json), 'asset')), 'id'))
  const [variant] = JSON.parse(String(Reflect.get(Object(rowsOf(svc, 'assets')[0]), 'variants')))
  const emoji = await addEmoji(svc, nova)
  const files: [path: string, sha256: string][] = [
    [`/api/audio/${track.id}`, String(track.hookSha256)],
    [`/api/assets/${assetId}/256.webp`, variant.sha256],
    [`/api/emojis/${emoji.sha256}.png`, emoji.sha256],
  ]
  for (const [path, sha256] of files) {
    const headers = { 'sec-fetch-dest': 'audio' }
    expect([path, (await svc.fetch(path, { headers })).status]).toEqual([path, 200])
    damage(svc.ctx.blobs.path(sha256))
    await expectRefusals(svc, path, '', sha256)
  }
})

test('the original of a picture that is gone makes no emoji, and is no fault', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const picture = formBytes([{ name: 'file', value: png(20, 20, () => [200, 40, 40]), fileName: 'a.png' }])
  const { json } = await sendForm(svc, '/api/studio/assets', nova.cookie, picture)
  const asset = Object(Reflect.get(Object(json), 'asset'))
  rmSync(svc.ctx.blobs.path(String(Reflect.get(asset, 'sha256'))))
  const body = { shortcode: 'wave', assetId: Reflect.get(asset, 'id'), price: 100 }
  const answer = await svc.call('POST', '/api/studio/emojis', { cookie: nova.cookie, body })
  expect([answer.status, answer.json]).toEqual([503, refused])
})

test.each(['tagged', 'original'] as const)(
  'a %s download holds no damaged sound, whatever is wrong with it',
  async (format) => {
    await using svc = await startServer()
    for (const name of ['removed', 'emptied', 'cut short', 'flipped']) {
      const artist = cast(svc.ctx, name.replace(' ', '-'))
      const track = await addMaster(svc.ctx, artist.cassetId, 'flac-16.flac')
      const damage = damages[name] ?? flip
      damage(svc.ctx.blobs.path(track.sha256))
      const answer = await svc.call('GET', downloadPath(artist.handle, format), { cookie: artist.cookie })
      expect([name, answer.status, answer.json]).toEqual([
        name,
        503,
        {
          error: 'A file of this casset is missing or damaged on this server.',
          code: 'UNAVAILABLE',
          hint: 'Trying again does not help until the artist uploads the file again.',
        },
      ])
      expect(keptPacks(svc)).toEqual([])
      const line = svc.logged.find((each) => each.includes(artist.cassetId))
      expect(line).toContain(`"event":"a stored file is damaged","sha256":"${track.sha256}"`)
    }
  },
  testLimitMs,
)

test.each(['emptied', 'cut short', 'made longer'])('a zip that was %s is made once more', async (name) => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  await addMaster(svc.ctx, nova.cassetId, 'flac-16.flac')
  const whole = await (await askDownload(svc, nova, downloadPath('nova'))).bytes()
  damages[name]?.(svc.ctx.blobs.made(String(keptPacks(svc)[0])))
  const again = await askDownload(svc, nova, downloadPath('nova'))
  expect([again.status, (await again.bytes()).length]).toEqual([200, whole.length])
})

test('the same bytes uploaded again fix a damaged file', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const bytes = await fixture('wav-8.wav')
  const first = await uploadTrack(svc, nova, bytes)
  await svc.ctx.jobs.idle()
  const { id } = Object(Reflect.get(Object(first.json), 'track'))
  const whole = async () => {
    const answer = await svc.fetch(`/api/audio/${id}`, { headers: { cookie: nova.cookie, 'sec-fetch-dest': 'audio' } })
    return [answer.status, Buffer.from(await answer.bytes()).equals(Buffer.from(bytes))]
  }
  const path = svc.ctx.blobs.path(String(Reflect.get(Object(rowsOf(svc, 'tracks')[0]), 'sha256')))
  writeFileSync(path, '')
  expect(await whole()).toEqual([503, false])
  expect((await uploadTrack(svc, nova, bytes)).status).toBe(201)
  expect(await whole()).toEqual([200, true])
  rmSync(path)
  await sendPiece(svc, nova, await beginUpload(svc, nova, bytes.length), 0, bytes)
  expect(await whole()).toEqual([200, true])
})

const looks = checks.filter(({ name }) => name === 'media')

test('the doctor names every file that is gone or has another size, and with --deep every one that has other bytes', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const add = (title: string) => addReadyTrack(svc.ctx, nova.cassetId, title)
  const [gone, empty, cut, flipped, well] = [
    await add('A'),
    await add('B'),
    await add('C'),
    await add('D'),
    await add('E'),
  ]
  const { path } = svc.ctx.blobs
  rmSync(path(gone.sha256))
  writeFileSync(path(empty.sha256), '')
  truncateSync(path(String(cut.hookSha256)), 10)
  flip(path(flipped.sha256))
  const at = (sha256: string | null) => `(blobs/${sha256?.slice(0, 2)}/${sha256?.slice(0, 12)}…)`
  const shallow = [
    `the master of "A" by nova is missing ${at(gone.sha256)}`,
    `the master of "B" by nova is empty ${at(empty.sha256)}`,
    `the hook of "C" by nova has another size ${at(cut.hookSha256)}`,
  ]
  const [quick] = await runChecks(svc.ctx, { looks })
  expect([quick?.ok, quick?.problem]).toEqual([false, shallow.join('; ')])
  const [deep] = await runChecks(svc.ctx, { looks, deep: true })
  const all = [...shallow, `the master of "D" by nova has other bytes ${at(flipped.sha256)}`]
  expect([deep?.ok, deep?.problem, deep?.note]).toEqual([false, all.join('; '), '10 files read to the last byte'])
  expect(deep?.problem).not.toContain(`of "${well.title}"`)
})

test('the doctor names twenty damaged files and counts the rest', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  for (let n = 0; n < 23; n += 1)
    rmSync(svc.ctx.blobs.path((await addReadyTrack(svc.ctx, nova.cassetId, `T${n}`)).sha256))
  const [found] = await runChecks(svc.ctx, { looks })
  expect(found?.problem).toEndWith('; and 3 more')
  expect(found?.problem?.split('; ')).toHaveLength(21)
})

test('the doctor says which files cannot be read', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const track = await addReadyTrack(svc.ctx, nova.cassetId, 'A')
  damages['made unreadable']?.(svc.ctx.blobs.path(track.sha256))
  const [found] = await runChecks(svc.ctx, { looks, deep: true })
  expect(found?.problem).toStartWith('the master of "A" by nova cannot be read')
})
