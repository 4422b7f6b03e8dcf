import { afterEach, expect, spyOn, test } from 'bun:test'
import { existsSync, readlinkSync, unlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { rowsOf } from '../support/account/account.ts'
import { beginUpload, sendPiece } from '../support/casset/tus.ts'
import { fixture, formBytes, keptFiles, sendForm, uploadTrack } from '../support/casset/upload.ts'
import { png } from '../support/platform/picture.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addEmoji } from '../support/shop/emoji.ts'
import { cast } from '../support/world.ts'

const handle = await open(import.meta.path)
const prototype: { sync(this: { fd: number }): Promise<void> } = Object.getPrototypeOf(handle)
await handle.close()
const original = prototype.sync
const spy = spyOn(prototype, 'sync')
afterEach(() => void spy.mockReset())

const picture = formBytes([{ name: 'file', value: png(20, 20, () => [200, 40, 40]), fileName: 'a.png' }])

/**
 * The things that the disk is asked to keep, in order: each path below the data folder, and the
 * rows and blobs that there were then.
 */
function watchDisk(svc: TestServer) {
  const seen: { path: string; rows: number; blobs: string[] }[] = []
  spy.mockImplementation(function (this: { fd: number }) {
    const path = readlinkSync(`/proc/self/fd/${this.fd}`).slice(svc.dataDir.length + 1)
    const rows = ['tracks', 'assets', 'emojis'].reduce((sum, table) => sum + rowsOf(svc, table).length, 0)
    seen.push({ path, rows, blobs: blobsOf(svc) })
    return original.call(this)
  })
  return seen
}

const blobsOf = (svc: TestServer) => keptFiles(svc.dataDir).filter((path) => /^blobs\/[0-9a-f]{2}\//.test(path))

/** Every blob's bytes were synced before it had its name, and its folder before a row named it. */
function expectSynced(svc: TestServer, seen: ReturnType<typeof watchDisk>, before: { rows: number; blobs: string[] }) {
  const added = blobsOf(svc).filter((path) => !before.blobs.includes(path))
  const files = seen.filter(({ path }) => path.startsWith('blobs/scratch/'))
  expect(added.length).toBeGreaterThan(0)
  // Sizes of a small picture are the same bytes, and each is synced.
  expect(files.length).toBeGreaterThanOrEqual(added.length)
  for (const file of files) expect(file.rows).toBe(before.rows)
  for (const path of added) {
    const folder = seen.find((one) => one.path === path.split('/').slice(0, 2).join('/') && one.blobs.includes(path))
    expect([path, folder?.rows]).toEqual([path, before.rows])
  }
}

test('the disk has every file and its name before the row that names it, however it is uploaded', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const count = () => ['tracks', 'assets', 'emojis'].reduce((sum, table) => sum + rowsOf(svc, table).length, 0)
  const uploads: (() => Promise<{ status: number }>)[] = [
    () => uploadTrack(svc, ada, bytes),
    async () =>
      sendPiece(svc, ada, await beginUpload(svc, ada, bytes.length + 1), 0, Buffer.concat([bytes, Buffer.from('x')])),
    () => sendForm(svc, '/api/studio/assets', ada.cookie, picture),
    async () => {
      const assetId = Reflect.get(Object(rowsOf(svc, 'assets')[0]), 'id')
      return svc.call('POST', '/api/studio/emojis', {
        cookie: ada.cookie,
        body: { shortcode: 'wave', assetId, price: 100 },
      })
    },
  ]
  for (const upload of uploads) {
    await svc.ctx.jobs.idle()
    const before = { rows: count(), blobs: blobsOf(svc) }
    const seen = watchDisk(svc)
    expect([201, 204]).toContain((await upload()).status)
    // The cutting of the hook has hardly begun.
    expectSynced(svc, [...seen], before)
    expect(count()).toBe(before.rows + 1)
  }
})

test('the hook is on the disk before its track is said to be ready', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const states: unknown[] = []
  await uploadTrack(svc, ada, await fixture('wav-8.wav'))
  spy.mockImplementation(function (this: { fd: number }) {
    states.push(Reflect.get(Object(rowsOf(svc, 'tracks')[0]), 'status'))
    return original.call(this)
  })
  await svc.ctx.jobs.idle()
  expect(rowsOf(svc, 'tracks')).toMatchObject([{ status: 'READY' }])
  expect([states.length >= 2, new Set(states)]).toEqual([true, new Set(['PROCESSING'])])
})

test('an upload is not acknowledged while the disk lacks its row', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('wav-8.wav')
  const emoji = await addEmoji(svc, ada)
  const path = await beginUpload(svc, ada, bytes.length)
  // The fault that the disk is waited for through; without it the wait ends in a fault.
  unlinkSync(join(svc.dataDir, 'tapedeck.db-wal'))
  expect(existsSync(svc.ctx.blobs.path(emoji.sha256))).toBeTrue()
  const answers = [
    await uploadTrack(svc, ada, bytes),
    await sendPiece(svc, ada, path, 0, bytes),
    await sendForm(svc, '/api/studio/assets', ada.cookie, picture),
  ]
  for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(500)
})
