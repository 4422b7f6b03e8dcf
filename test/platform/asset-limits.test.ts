import { expect, test } from 'bun:test'
import { rowsOf } from '../support/account/account.ts'
import { formBytes, keptFiles, sendForm } from '../support/casset/upload.ts'
import { blackPng, greyJpeg, png } from '../support/platform/picture.ts'
import { type Answer, startServer, type TestServer } from '../support/server.ts'
import { cast, type Person } from '../support/world.ts'

const upload = (svc: TestServer, person: Pick<Person, 'cookie'>, bytes: Uint8Array): Promise<Answer> =>
  sendForm(svc, '/api/studio/assets', person.cookie, formBytes([{ name: 'file', value: bytes, fileName: 'a.png' }]))

const inScratch = ({ dataDir }: TestServer) => keptFiles(dataDir).filter((path) => path.includes('scratch'))

const tooLarge = {
  error: 'The picture cannot be read, or has too many pixels.',
  code: 'VALIDATION',
  field: 'file',
  hint: 'Use JPEG, PNG, WebP or GIF of up to 60 megapixels.',
}

test('a bomb of a few bytes and very many pixels is refused before it is opened', async () => {
  await using svc = await startServer()
  const bombs = [blackPng(8_000, 7_501), blackPng(16_000, 8_000)]
  const before = process.memoryUsage.rss()
  for (const bomb of bombs) {
    expect(bomb.length).toBeLessThan(50_000)
    const answers = await Promise.all([1, 2].map((n) => upload(svc, cast(svc.ctx, `p${n}-${bomb.length}`), bomb)))
    for (const { status, json } of answers) expect([status, json]).toEqual([400, tooLarge])
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  expect([keptFiles(svc.dataDir), rowsOf(svc, 'assets')]).toEqual([[], []])
})

test('a picture of 60 megapixels is taken', async () => {
  await using svc = await startServer()
  const { status, json } = await upload(svc, cast(svc.ctx, 'ada'), greyJpeg(8_000, 7_500))
  expect([status, json]).toMatchObject([201, { asset: { width: 8_000, height: 7_500 } }])
})

/** Lets no picture be opened until it is told to. */
function stopPictures() {
  const { prototype } = Bun.Image
  const { metadata } = prototype
  const stopped = Promise.withResolvers<void>()
  let opened = 0
  prototype.metadata = async function () {
    opened += 1
    await stopped.promise
    return metadata.call(this)
  }
  const goOn = () => {
    prototype.metadata = metadata
    stopped.resolve()
  }
  return { opened: () => opened, goOn, [Symbol.dispose]: goOn }
}

test('two pictures are read at once, 30 wait, and who comes then is told to come back; of that one nothing is kept', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  using pictures = stopPictures()
  const small = png(2, 2, () => [1, 2, 3])
  const crowd = Array.from({ length: 33 }, () => upload(svc, ada, small))
  const refused = await Promise.race(crowd)
  expect([refused.status, refused.headers.get('retry-after'), refused.json]).toEqual([
    503,
    '5',
    { error: 'Too many pictures are being read.', code: 'UNAVAILABLE' },
  ])
  expect([pictures.opened(), inScratch(svc).length]).toEqual([2, 32])
  pictures.goOn()
  const answers = await Promise.all(crowd)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(32)
  expect([inScratch(svc), rowsOf(svc, 'assets').length]).toEqual([[], 32])
  expect((await upload(svc, ada, small)).status).toBe(201)
})

test('a picture has 25 MB at most', async () => {
  await using svc = await startServer()
  const picture = png(9, 9, () => [1, 2, 3])
  const ada = cast(svc.ctx, 'ada')
  const padded = (bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
  const { status, json } = await upload(svc, ada, padded(25_000_001))
  expect([status, json]).toEqual([413, { error: 'A picture can have at most 25 MB.', code: 'PAYLOAD_TOO_LARGE' }])
  expect([keptFiles(svc.dataDir), rowsOf(svc, 'assets')]).toEqual([[], []])
  expect((await upload(svc, ada, padded(25_000_000))).status).toBe(201)
})

test('a picture that cannot be written down, or one of whose sizes cannot be written, leaves no file', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const picture = png(900, 3, (x) => [x % 255, 9, 9])
  svc.ctx.db.$client.run("CREATE TRIGGER full BEFORE INSERT ON assets BEGIN SELECT RAISE(ABORT, 'no room'); END")
  expect((await upload(svc, ada, picture)).status).toBe(500)
  expect(keptFiles(svc.dataDir)).toEqual([])
  svc.ctx.db.$client.run('DROP TRIGGER full')
  const { scratch } = svc.ctx.blobs
  let asked = 0
  svc.ctx.blobs.scratch = (name) => {
    asked += 1
    // The upload itself, then the three sizes.
    return asked === 4 ? '/proc/nowhere/file' : scratch(name)
  }
  expect((await upload(svc, ada, picture)).status).toBe(503)
  expect([asked, keptFiles(svc.dataDir), rowsOf(svc, 'assets')]).toEqual([4, [], []])
  svc.ctx.blobs.scratch = scratch
  expect((await upload(svc, ada, picture)).status).toBe(201)
  const kept = keptFiles(svc.dataDir)
  svc.ctx.db.$client.run("CREATE TRIGGER full BEFORE INSERT ON assets BEGIN SELECT RAISE(ABORT, 'no room'); END")
  expect((await upload(svc, ada, picture)).status).toBe(500)
  // The first upload of the same picture has lost none of its files.
  expect([kept.length, keptFiles(svc.dataDir)]).toEqual([6, kept])
})
