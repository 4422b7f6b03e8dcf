import { expect, test } from 'bun:test'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowsOf } from '../support/account/account.ts'
import { formBytes, keptFiles, sendForm, until } from '../support/casset/upload.ts'
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

/** Puts a child in place of those that read pictures: it notes its start and waits to be let on. */
function waitingChild({ ctx, dataDir }: TestServer) {
  const [started, go] = ['started', 'go'].map((name) => join(dataDir, name))
  const script = 'echo $$ >> "$1"; while [ ! -e "$2" ]; do sleep 0.1; done; echo "{\\"refused\\":\\"$3\\"}"'
  Object.assign(ctx, { selfCommand: ['/bin/sh', '-c', script, 'sh', started, go] })
  const pids = () =>
    readFileSync(started ?? '', 'utf8')
      .trim()
      .split('\n')
      .map(Number)
  return { pids: () => (existsSync(started ?? '') ? pids() : []), goOn: () => writeFileSync(go ?? '', '') }
}

const small = png(2, 2, () => [1, 2, 3])

test('two pictures are read at once, 30 wait, and who comes then is told to come back; of that one nothing is kept', async () => {
  await using svc = await startServer()
  const children = waitingChild(svc)
  const crowd = Array.from({ length: 33 }, (_, n) => upload(svc, cast(svc.ctx, `p${n}`), small))
  const refused = await Promise.race(crowd)
  expect([refused.status, refused.headers.get('retry-after'), refused.json]).toEqual([
    503,
    '5',
    { error: 'Too many pictures are being read.', code: 'UNAVAILABLE' },
  ])
  expect(inScratch(svc)).toHaveLength(32)
  await until(children.pids, ({ length }) => length === 2)
  children.goOn()
  const answers = await Promise.all(crowd)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(32)
  expect([inScratch(svc), children.pids().length]).toEqual([[], 32])
})

test('one picture is read at a time for an account, and somebody else’s is not behind its others', async () => {
  await using svc = await startServer()
  const [ada, bea] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bea')]
  const children = waitingChild(svc)
  const mine = [1, 2, 3].map(() => upload(svc, ada, small))
  await until(
    () => [inScratch(svc).length, children.pids().length],
    ([files, started]) => files === 3 && started === 1,
  )
  const hers = upload(svc, bea, small)
  await until(children.pids, ({ length }) => length === 2)
  children.goOn()
  for (const { status, json } of await Promise.all([...mine, hers])) expect([status, json]).toMatchObject([400, {}])
})

test('nobody’s picture is read on once who sent it has gone', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const children = waitingChild(svc)
  const gone = new AbortController()
  const form = new FormData()
  form.append('file', new Blob([small]), 'a.png')
  const sent = svc
    .fetch('/api/studio/assets', { method: 'POST', headers: { cookie: ada.cookie }, body: form, signal: gone.signal })
    .catch(() => undefined)
  const [pid = 0] = await until(children.pids, ({ length }) => length === 1)
  gone.abort()
  await sent
  await until(
    () => existsSync(`/proc/${pid}`),
    (isThere) => !isThere,
  )
  await until(
    () => inScratch(svc),
    (files) => files.length === 0,
  )
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
    // The upload itself, then the five sizes.
    return asked === 4 ? '/proc/nowhere/file' : scratch(name)
  }
  expect((await upload(svc, ada, picture)).status).toBe(503)
  expect([asked, keptFiles(svc.dataDir), rowsOf(svc, 'assets')]).toEqual([6, [], []])
  svc.ctx.blobs.scratch = scratch
  expect((await upload(svc, ada, picture)).status).toBe(201)
  const kept = keptFiles(svc.dataDir)
  svc.ctx.db.$client.run("CREATE TRIGGER full BEFORE INSERT ON assets BEGIN SELECT RAISE(ABORT, 'no room'); END")
  expect((await upload(svc, ada, picture)).status).toBe(500)
  // The first upload of the same picture has lost none of its files.
  expect([kept.length, keptFiles(svc.dataDir)]).toEqual([6, kept])
})
