import { join } from 'node:path'
import { begin, pay } from '../bench/buyers.ts'
import { fillBuyers } from '../bench/fill-buyers.ts'
import { scratchFolder, startProgram } from '../bench/program.ts'

/**
 * Kills the serving process, with the test processor inside it, at random moments of a rush of
 * sales, starts it again on the same folder, and checks that what was paid is granted and booked,
 * once. `bun test/soak/kill-sales.ts [rounds]`.
 */
const rounds = Number(Bun.argv[2] ?? 100)
const perRound = 200
const atOnce = 16
// An event that arrived while nobody listened is sent again after up to ten minutes.
const settleWithinMs = 11 * 60_000
const main = join(import.meta.dir, '../../src/main.ts')

using folder = scratchFolder()
const market = await fillBuyers(folder.path, rounds * perRound)
const env = {
  DATA_DIR: folder.path,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'silent',
  PAYMENTS: 'test',
  PLATFORM_FEE_PERCENT: '10',
}
const start = () => startProgram([process.execPath, main], env, false)

async function doctor(): Promise<string> {
  const child = Bun.spawn([process.execPath, main, 'doctor'], { env: { ...env, PATH: Bun.env.PATH ?? '' } })
  return new Response(child.stdout).text()
}

let paid = 0
for (let round = 0; round < rounds; round += 1) {
  const { url, pid } = await start()
  const queue = market.buyers.slice(round * perRound, (round + 1) * perRound).values()
  const line = async () => {
    for (const buyer of queue) {
      await pay(url, buyer, await begin(url, market.slug, buyer))
      paid += 1
    }
  }
  const rush = Array.from({ length: atOnce }, () => line().catch(() => {}))
  await Bun.sleep(100 + Math.random() * 600)
  process.kill(pid, 'SIGKILL')
  await Promise.all(rush)
}
await using _ = await start()
const until = Date.now() + settleWithinMs
let said = await doctor()
while (Date.now() < until && !said.includes('All checks passed.')) {
  await Bun.sleep(1_000)
  said = await doctor()
}
const isWell = said.includes('All checks passed.')
console.log(`${rounds} kills, ${paid} payments that were told, ${isWell ? 'no fault' : 'faults'}`)
if (!isWell) console.error(said)
process.exitCode = isWell ? 0 : 1
