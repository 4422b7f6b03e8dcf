import { expect, test } from 'bun:test'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { assets } from '../../db/schema/platform/asset.ts'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'
import { sweepBlobsJob } from '../../src/platform/blob/sweep-blobs.ts'
import { addPicture } from '../support/casset/casset.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addEmoji } from '../support/shop/emoji.ts'
import { addReadyTrack, cast } from '../support/world.ts'

async function addBlob({ ctx }: TestServer, text: string): Promise<string> {
  const path = ctx.blobs.scratch(ctx.uuid())
  await Bun.write(path, text)
  const sha256 = sha256Hex(text)
  return ctx.blobs.adopt([{ path, sha256 }], () => sha256)
}

test('a file goes when nothing names it, and stays while a master, a hook, a picture, one of its sizes or an emoji does', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const names = ['master', 'hook', 'asset', 'variant', 'emoji', 'nothing'] as const
  const hashes: string[] = []
  for (const name of names) hashes.push(await addBlob(svc, name))
  const [sha256 = '', hookSha256 = '', asset = '', variant = '', emoji = ''] = hashes
  await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn', { sha256, hookSha256 })
  addPicture(svc, nova)
  const variants = [
    { sha256: 'd'.repeat(64), width: 256, bytes: 1 },
    { sha256: variant, width: 640, bytes: 1 },
  ]
  svc.ctx.db.update(assets).set({ sha256: asset, variants }).run()
  await addEmoji(svc, nova, 'wave', { sha256: emoji })
  svc.ctx.jobs.add(sweepBlobsJob, { hashes }, { key: 'test' })
  await svc.ctx.jobs.idle()
  const kept = names.filter((_, index) => existsSync(svc.ctx.blobs.path(hashes[index] ?? '')))
  expect(kept).toEqual(['master', 'hook', 'asset', 'variant', 'emoji'])
})

test('work that an earlier process left half done is gone when serving starts, and nothing else', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, 'blobs', name)
  const [left, deep, whole, made] = [at('scratch/a'), at('scratch/b/c'), at(`ab/${'ab'.repeat(32)}`), at('made/x.zip')]
  mkdirSync(at('scratch/b'), { recursive: true })
  for (const path of [left, deep, whole, made]) await Bun.write(path, 'bytes')
  await using _svc = await startServer({ dataDir: folder.path })
  expect([left, deep, whole, made].map((path) => existsSync(path))).toEqual([false, false, true, true])
})
