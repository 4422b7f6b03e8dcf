import { expect, test } from 'bun:test'
import { stageOf } from './support/contract.ts'
import { fuzzFields } from './support/fuzz/fields.ts'
import { fuzz } from './support/fuzz/router.ts'
import { startServer } from './support/server.ts'
import { share } from './support/shared.ts'

const shared = share(async () => {
  const svc = await startServer({ limiter: { take: () => 0 }, env: { MAX_UPLOAD_MB: '1', PAYMENTS: 'test' } })
  return { svc, stage: await stageOf(svc) }
})

test('no field of any body is answered 500 for an object that brings its own toString, or a list of such', async () => {
  const { svc, stage } = await shared()
  const { sent, oddities } = await fuzzFields(svc, stage)
  expect(oddities).toEqual([])
  expect(sent).toBeGreaterThan(1_000)
  expect(svc.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

// One seed of those that the soak has.
test("no malformed request is answered 500, in other than the product's words, or as the document does not say", async () => {
  const { svc, stage } = await shared()
  expect(await fuzz(svc, stage, 1, 700)).toEqual([])
  expect((await svc.call('GET', '/api/casset/nova/media', { cookie: stage.nova.cookie })).status).toBe(200)
})
