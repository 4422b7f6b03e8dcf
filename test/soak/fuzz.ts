import { stageOf } from '../support/contract.ts'
import { readAll, sendHeavyFields, sendHeavyFiles, sendHeavyLines } from '../support/fuzz/heavy-requests.ts'
import { fuzzProcessor } from '../support/fuzz/processor.ts'
import { fuzz } from '../support/fuzz/router.ts'
import { startServer } from '../support/server.ts'
import { startPayments } from '../support/test-processor/stripe.ts'

/**
 * Sends malformed requests by the ten thousand to every route that the router knows, and half as
 * many to the test processor at its own address. Each is answered with a coded refusal, and nothing
 * is logged as a fault. Then the heaviest texts go into every field, and the heaviest files to
 * every route that takes one. `bun test/soak/fuzz.ts [requests] [first seed]`.
 */
const [, , requests = '50000', firstSeed = '1'] = Bun.argv
const atOneServer = 2_500
const oddities = new Map<string, { times: number; first: string }>()
const note = (kind: string, first: string) => {
  const known = oddities.get(kind)
  oddities.set(kind, { times: (known?.times ?? 0) + 1, first: known?.first ?? first })
}

const startedAt = performance.now()
let asked = 0
for (let seed = Number(firstSeed); asked < Number(requests); seed += 1) {
  const count = Math.min(atOneServer, Number(requests) - asked)
  await using svc = await startServer({ limiter: { take: () => 0 }, env: { MAX_UPLOAD_MB: '1', PAYMENTS: 'test' } })
  const stage = await stageOf(svc)
  for (const { request, answer } of await fuzz(svc, stage, seed, count))
    note(answer.slice(0, 80), `${seed}: ${request}`)
  for (const line of svc.logged.filter((each) => each.includes('"level":"error"'))) note('logged as a fault', line)
  await using payments = startPayments({ onError: (error) => note('failed in the processor', String(error)) })
  for (const { request, answer } of await fuzzProcessor(payments.test.url, seed, Math.ceil(count / 2))) {
    note(answer.slice(0, 80), `processor ${seed}: ${request}`)
  }
  asked += count
}
await using heavy = await startServer({ limiter: { take: () => 0 }, env: { MAX_UPLOAD_MB: '1', PAYMENTS: 'test' } })
const stage = await stageOf(heavy)
const every = { turn: 0, of: 1 }
const walks = [
  await sendHeavyFields(heavy, stage, every),
  await readAll(heavy, stage),
  await sendHeavyLines(heavy, stage, every),
  await sendHeavyFiles(heavy, stage),
]
for (const slow of walks.flatMap((walk) => walk.slow)) note('held the server up', slow)
asked += walks.reduce((sum, { sent }) => sum + sent, 0)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
const memoryMb = Math.round(process.memoryUsage.rss() / 1e6)
console.log(
  `${asked} requests and half as many to the processor in ${seconds} s, ${memoryMb} MB, ${oddities.size} kinds of fault`,
)
for (const [kind, { times, first }] of oddities) console.error(`${times} × ${kind}\n  ${first}`)
process.exit(oddities.size === 0 ? 0 : 1)
