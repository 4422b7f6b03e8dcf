import { killAgain } from '../support/room/killed.ts'

/**
 * Kills edges, the primary and Redis 20 times each while people talk, and counts. `bun
 * test/soak/edges.ts [times]`.
 */
const times = Number(Bun.argv[2] ?? 20)
let faults = 0
for (const victim of ['edge', 'primary', 'Redis'] as const) {
  const { posted, stored, heard, resets } = await killAgain(victim, times)
  const right = JSON.stringify(stored)
  const wrong = heard.filter((ids) => JSON.stringify(ids) !== right).length
  faults += wrong + resets
  console.log(
    `${victim} killed ${times} times: ${posted} comments, ${wrong} of ${heard.length} listeners wrong, ${resets} resets`,
  )
}
process.exitCode = faults === 0 ? 0 : 1
