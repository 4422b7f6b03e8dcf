import { describe, expect, test } from 'bun:test'
import { runChecks } from '../../src/operate/doctor/run-checks.ts'
import { logIn, password, rowsOf, signUp } from '../support/account/account.ts'
import { beginUpload, offsetOf, sendPiece, tus } from '../support/casset/tus.ts'
import { fixture, formBytes, keptFiles, sendForm, tracksPath, uploadTrack } from '../support/casset/upload.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { askBatch } from '../support/shop/code.ts'
import { square, uploadPicture } from '../support/shop/emoji.ts'
import { cast, type Person, world } from '../support/world.ts'

const kept = 100_000_000
const env = { KEEP_FREE_MB: '100' }
const noRoom = {
  error: 'There is not enough disk space to store this.',
  code: 'UNAVAILABLE',
  hint: 'The person who runs this site has to free some disk space.',
}

/** A disk of a terabyte with as much room as the test says. */
const testDisk = (free: number) => ({
  free,
  freeBytes() {
    return this.free
  },
  totalBytes: () => 1e12,
})

const stems = formBytes([{ name: 'file', value: Buffer.from('PK\x03\x04 stems'), fileName: 'stems.zip' }])

/** Everything that would write to the disk what is kept free of. */
async function askAll(svc: TestServer, person: Person, upload: string, assetId: string) {
  const emoji = { shortcode: 'wave', price: 200, assetId }
  return [
    await uploadTrack(svc, person, await fixture('wav-8.wav')),
    await sendForm(svc, '/api/studio/assets', person.cookie, stems),
    await tus(svc, person, 'POST', tracksPath(person), { 'upload-length': '10' }),
    await sendPiece(svc, person, upload, 0, new Uint8Array(10)),
    await svc.call('POST', '/api/studio/emojis', { cookie: person.cookie, body: emoji }),
    await askBatch(svc, person),
  ]
}

describe('What is kept free of the disk', () => {
  test('is kept from uploads, codes and zips, which are 503, while everything else goes on', async () => {
    const disk = testDisk(1e12)
    await using svc = await startServer({ env: { ...env, PAYMENTS: 'test' }, disk })
    const { nova, dawn, kettle, ada } = await world(svc)
    const upload = await beginUpload(svc, nova, 500)
    const assetId = await uploadPicture(svc, nova, square)
    const files = keptFiles(svc.dataDir)
    disk.free = kept - 1
    for (const { status, json, headers } of await askAll(svc, nova, upload, assetId)) {
      expect([status, json, headers.get('retry-after')]).toEqual([503, noRoom, '600'])
    }
    const zip = await svc.call('GET', '/api/casset/nova/download', { cookie: nova.cookie })
    expect([zip.status, zip.headers.get('retry-after'), zip.json]).toMatchObject([503, '60', { code: 'UNAVAILABLE' }])
    expect([keptFiles(svc.dataDir), rowsOf(svc, 'codes'), rowsOf(svc, 'emojis')]).toEqual([files, [], []])

    const going = async (method: string, path: string, cookie?: string, body?: unknown) =>
      (await svc.call(method, path, { cookie, body })).status
    const eve = await signUp(svc, 'eve')
    expect((await logIn(svc, 'eve@example.org', password)).status).toBe(200)
    expect(await going('POST', '/api/checkout/payment-intent', ada.cookie, { slug: 'nova' })).toBe(200)
    expect(await going('PATCH', `/api/studio/tracks/${dawn.id}`, nova.cookie, { title: 'Noon' })).toBe(200)
    expect(await going('DELETE', `/api/studio/tracks/${kettle.id}`, nova.cookie)).toBe(204)
    expect(await going('DELETE', `/api/studio/assets/${assetId}`, nova.cookie)).toBe(204)
    expect((await tus(svc, nova, 'DELETE', upload)).status).toBe(204)
    expect(await going('GET', '/@nova')).toBe(200)
    expect(await going('POST', '/api/auth/logout', eve)).toBe(204)

    disk.free = 1e12
    expect((await uploadTrack(svc, nova, await fixture('wav-8.wav'))).status).toBe(201)
  })

  test('refuses a length that would go below it before a byte has come', async () => {
    const disk = testDisk(kept + 300_000)
    await using svc = await startServer({ env, disk })
    const ada = cast(svc.ctx, 'ada')
    const large = Buffer.concat([await fixture('wav-16.wav'), new Uint8Array(400_000)])
    const answers = [
      await uploadTrack(svc, ada, large),
      await tus(svc, ada, 'POST', tracksPath(ada), { 'upload-length': '300001' }),
    ]
    for (const { status, json } of answers) expect([status, json]).toEqual([503, noRoom])
    const path = await beginUpload(svc, ada, 300_000)
    disk.free = kept + 1_000
    expect((await sendPiece(svc, ada, path, 0, new Uint8Array(1_001))).status).toBe(503)
    expect((await sendPiece(svc, ada, path, 0, new Uint8Array(1_000))).status).toBe(204)
    expect((await tus(svc, ada, 'POST', tracksPath(ada), { 'upload-length': '1000' })).status).toBe(201)
  })

  test('ends a form in the middle, of which nothing stays, and a resumable upload, which goes on later', async () => {
    const disk = testDisk(1e12)
    await using svc = await startServer({ env, disk })
    const ada = cast(svc.ctx, 'ada')
    const wav = Buffer.concat([await fixture('wav-16.wav'), new Uint8Array(2_000_000)])
    const path = await beginUpload(svc, ada, wav.length)
    const slowly = (bytes: Uint8Array) =>
      new ReadableStream({
        async start(controller) {
          controller.enqueue(bytes.slice(0, 500_000))
          await Bun.sleep(300)
          disk.free = kept - 1
          controller.enqueue(bytes.slice(500_000))
          controller.close()
        },
      })
    const form = formBytes([{ name: 'file', value: wav, fileName: 'song.wav' }])
    const answer = await sendForm(svc, tracksPath(ada), ada.cookie, slowly(form))
    expect([answer.status, answer.json, rowsOf(svc, 'tracks')]).toEqual([503, noRoom, []])
    expect(keptFiles(svc.dataDir).filter((file) => file.startsWith('blobs/'))).toEqual([])

    disk.free = 1e12
    const headers = {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'tus-resumable': '1.0.0',
    }
    const piece = await svc.fetch(path, {
      method: 'PATCH',
      headers: { ...headers, cookie: ada.cookie },
      body: slowly(wav),
    })
    expect([piece.status, await piece.json(), piece.headers.get('retry-after')]).toEqual([503, noRoom, '600'])
    const offset = await offsetOf(svc, ada, path)
    expect(offset).toBeLessThan(wav.length)
    disk.free = 1e12
    expect((await sendPiece(svc, ada, path, offset, wav.subarray(offset))).status).toBe(204)
    expect(rowsOf(svc, 'tracks')).toHaveLength(1)
  })

  test('is 5 % of the disk and at most 1,024 MB unless it is said, and nothing when it is 0', async () => {
    const song = await fixture('wav-8.wav')
    const cases: [env: Record<string, string>, total: number, free: number, status: number][] = [
      [{}, 10e9, 499_000_000, 503],
      [{}, 10e9, 501_000_000, 201],
      [{}, 1e12, 1_023_000_000, 503],
      [{}, 1e12, 1_025_000_000, 201],
      [{ KEEP_FREE_MB: '2000' }, 10e9, 1_999_000_000, 503],
      [{ KEEP_FREE_MB: '0' }, 10e9, 0, 201],
    ]
    for (const [said, total, free, status] of cases) {
      await using svc = await startServer({ env: said, disk: { freeBytes: () => free, totalBytes: () => total } })
      expect([said, free, (await uploadTrack(svc, cast(svc.ctx, 'ada'), song)).status]).toEqual([said, free, status])
    }
  })

  test('is told by the doctor, with who stores most', async () => {
    const disk = testDisk(kept - 1)
    await using svc = await startServer({ env, disk })
    await world(svc)
    const found = (await runChecks(svc.ctx)).at(-1)
    expect(found).toMatchObject({ name: 'disk', ok: false })
    expect(found?.problem).toMatch(
      /^99\.9 MB are free, less than the 100 MB that KEEP_FREE_MB keeps .*; most is stored by @nova/,
    )
  })
})
