import { expect, test } from 'bun:test'
import { stageOf } from './support/contract.ts'
import { fuzzFields } from './support/fuzz/fields.ts'
import { fuzz } from './support/fuzz/router.ts'
import { startServer } from './support/server.ts'

test.each([1, 2])(
  "no malformed request is answered 500, in other than the product's words, or as the document does not say (seed %d)",
  async (seed) => {
    await using svc = await startServer({ limiter: { take: () => 0 }, env: { MAX_UPLOAD_MB: '1', PAYMENTS: 'test' } })
    const stage = await stageOf(svc)
    expect(await fuzz(svc, stage, seed, 700)).toEqual([])
    expect((await svc.call('GET', '/api/casset/nova/media', { cookie: stage.nova.cookie })).status).toBe(200)
  },
)

test('no field of any body is answered 500 for an object that brings its own toString, or a list of such', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 }, env: { PAYMENTS: 'test' } })
  const { sent, oddities } = await fuzzFields(svc, await stageOf(svc))
  expect(oddities).toEqual([])
  expect(sent).toBeGreaterThan(1_000)
  expect(svc.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
