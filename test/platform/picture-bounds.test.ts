import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { rowsOf } from '../support/account/account.ts'
import { formBytes, keptFiles, sendForm } from '../support/casset/upload.ts'
import { png, pngChunk, profileChunk, withChunks, withScans } from '../support/platform/picture.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { putUp } from '../support/shop/emoji.ts'
import { allSources } from '../support/sources.ts'
import { cast, type Person } from '../support/world.ts'

const upload = (svc: TestServer, person: Pick<Person, 'cookie'>, bytes: Uint8Array) =>
  sendForm(svc, '/api/studio/assets', person.cookie, formBytes([{ name: 'file', value: bytes, fileName: 'a.png' }]))

const mostStaying = 64_000_000
const red = png(64, 64, () => [200, 10, 10])

/** The stored sizes of an answer's picture. */
async function sizesOf(svc: TestServer, json: unknown): Promise<Buffer[]> {
  const id = Reflect.get(Object(Reflect.get(Object(json), 'asset')), 'id')
  const paths = [128, 1_280].map((width) => `/api/assets/${id}/${width}.webp`)
  return Promise.all(paths.map(async (path) => Buffer.from(await (await svc.fetch(path)).arrayBuffer())))
}

test('a JPEG whose scans are repeated is refused before it is decoded, and one with as many as programs write is taken', async () => {
  await using svc = await startServer()
  const picture = png(300, 300, (x, y) => [x % 256, y % 256, 9])
  const jpeg = Buffer.from(await new Bun.Image(picture).jpeg({ quality: 80, progressive: true }).bytes())
  const { status, json } = await upload(svc, cast(svc.ctx, 'ada'), withScans(jpeg, 190))
  expect([status, json]).toEqual([
    400,
    {
      error: 'This JPEG is made of 200 scans; a picture can have at most 40.',
      code: 'VALIDATION',
      field: 'file',
      hint: 'Save it again and upload that.',
    },
  ])
  expect([keptFiles(svc.dataDir), rowsOf(svc, 'assets')]).toEqual([[], []])
  expect((await upload(svc, cast(svc.ctx, 'bea'), withScans(jpeg, 20))).status).toBe(201)
})

test('a part that unpacks to more than a picture needs is left out before decoding, and nothing of it stays in memory', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const huge = Buffer.alloc(100_000_000)
  const bombs = {
    profile: withChunks(red, profileChunk(huge)),
    text: withChunks(red, pngChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(huge)]))),
    'text of the world': withChunks(
      red,
      pngChunk('iTXt', Buffer.concat([Buffer.from('a\0\x01\0\0\0'), deflateSync(huge)])),
    ),
    'more pixels than it says': withChunks(red, pngChunk('IDAT', deflateSync(huge))),
  }
  await upload(svc, nova, red)
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  for (const [name, bomb] of Object.entries(bombs)) {
    expect(bomb.length).toBeLessThan(110_000)
    const { status, json } = await upload(svc, nova, bomb)
    expect([name, [201, 400].includes(status)]).toEqual([name, true])
    if (status === 201) for (const size of await sizesOf(svc, json)) expect(size.length).toBeLessThan(10_000)
  }
  const emoji = await putUp(svc, nova, bombs.profile)
  expect(emoji.status).toBe(201)
  Bun.gc(true)
  expect(process.memoryUsage.rss() - before).toBeLessThan(mostStaying)
})

test('a profile of colours as cameras and screens have it goes into every size', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const profiled = withChunks(red, profileChunk(Buffer.alloc(548, 7)))
  const jpeg = Buffer.from(await new Bun.Image(profiled).jpeg({ quality: 90 }).bytes())
  const webp = Buffer.from(await new Bun.Image(profiled).webp({ quality: 90 }).bytes())
  for (const picture of [profiled, jpeg, webp]) {
    const { json } = await upload(svc, nova, picture)
    for (const size of await sizesOf(svc, json)) expect(size.includes('ICCP')).toBe(true)
  }
  const heavy = withChunks(red, profileChunk(Buffer.alloc(17_000, 7)))
  const { json } = await upload(svc, nova, heavy)
  for (const size of await sizesOf(svc, json)) expect(size.includes('ICCP')).toBe(false)
})

test('a picture whose child dies is refused, and leaves nothing', async () => {
  await using svc = await startServer()
  Object.assign(svc.ctx, { selfCommand: ['/bin/sh', '-c', 'kill -9 $$'] })
  const { status, json } = await upload(svc, cast(svc.ctx, 'ada'), red)
  expect([status, json]).toMatchObject([400, { code: 'VALIDATION', field: 'file' }])
  expect(keptFiles(svc.dataDir)).toEqual([])
})

test('no picture is decoded within the server: what does so is reached by its children alone', async () => {
  const sources = new Map((await allSources()).map((source) => [source.path, source]))
  const reached = new Set<string>()
  const reach = (path: string) => {
    const source = sources.get(path)
    if (!source || reached.has(path)) return
    reached.add(path)
    source.files.forEach(reach)
  }
  reach('src/app.ts')
  reach('src/create-context.ts')
  reach('src/serve.ts')
  expect(reached.size).toBeGreaterThan(500)
  expect([...reached].filter((path) => /new Bun\.Image\(|@takumi/.test(sources.get(path)?.text ?? ''))).toEqual([])
})
