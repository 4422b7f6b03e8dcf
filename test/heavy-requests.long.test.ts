import { expect, test } from 'bun:test'
import { stageOf } from './support/contract.ts'
import { sendHeavyBodies } from './support/fuzz/heavy-bodies.ts'
import { readAll, sendHeavyFields, sendHeavyFiles, sendHeavyLines, sendLargest } from './support/fuzz/heavy-requests.ts'
import { keptBytes } from './support/processor.ts'
import { startServer } from './support/server.ts'

const mostKept = 16_000_000
// The soak sends all of the texts; here each field gets some of them.
const few = 120
const start = () => startServer({ limiter: { take: () => 0 }, env: { MAX_UPLOAD_MB: '1', PAYMENTS: 'test' } })

test('no field, query or header that anybody may send holds the server up for 50 ms or keeps 16 MB, nor does what shows it', async () => {
  await using svc = await start()
  const stage = await stageOf(svc)
  const walk = async (turn: number) => {
    const fields = await sendHeavyFields(svc, stage, { turn, of: few })
    const read = await readAll(svc, stage)
    const lines = await sendHeavyLines(svc, stage, { turn, of: few })
    expect([fields, read, lines].flatMap(({ slow }) => slow)).toEqual([])
    expect(fields.sent).toBeGreaterThan(2_000)
    for (const { taken } of [fields, read, lines]) expect(taken).toBeGreaterThan(100)
    return keptBytes()
  }
  // The first time fills caches.
  const before = await walk(0)
  expect((await walk(1)) - before).toBeLessThan(mostKept)
})

test('no form, path, part of an upload or call of a tool holds the server up for 50 ms', async () => {
  await using svc = await start()
  const { sent, taken, slow } = await sendHeavyBodies(svc, await stageOf(svc), { turn: 0, of: few / 3 })
  expect(slow).toEqual([])
  expect(sent).toBeGreaterThan(700)
  expect(taken).toBeGreaterThan(20)
})

test('no list as long, and no number as large, as a field takes keeps everybody else waiting for 15 ms', async () => {
  await using svc = await startServer({
    limiter: { take: () => 0 },
    env: { PAYMENTS: 'test', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'deck@music.example' },
  })
  const stage = await stageOf(svc)
  svc.ctx.db.$client.run('UPDATE users SET email_verified_at = 1')
  const { sent, taken, slow } = await sendLargest(svc, stage, 15)
  expect(slow).toEqual([])
  expect(sent).toBeGreaterThan(80)
  expect(taken).toBeGreaterThan(20)
})

test('no file that anybody may send holds the server up for 50 ms or keeps 16 MB', async () => {
  await using svc = await start()
  const stage = await stageOf(svc)
  const before = keptBytes()
  const { sent, taken, slow } = await sendHeavyFiles(svc, stage, 10_000)
  expect(slow).toEqual([])
  expect(sent).toBeGreaterThan(150)
  expect(taken).toBeGreaterThan(20)
  expect(keptBytes() - before).toBeLessThan(mostKept)
})
