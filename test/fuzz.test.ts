import { expect, test } from 'bun:test'
import { stageOf } from './support/contract.ts'
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
