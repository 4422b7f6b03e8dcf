import { disturb, disturbances } from '../support/room/disturb.ts'
import { canPartition } from '../support/room/partition.ts'

/**
 * Kills, freezes, empties and cuts off the parts of a site 20 times each, under fifty comments a
 * second, and counts what arrives. `bun test/soak/edges.ts [times] [which, such as "Redis is
 * frozen"]`.
 */
const times = Number(Bun.argv[2] ?? 20)
const wanted = disturbances.filter((what) => Bun.argv[3] === undefined || what === Bun.argv[3])
let faults = 0
for (const what of wanted) {
  if (what === 'the line of the edges is cut' && !canPartition) {
    console.log(`${what}: NOT TRIED, it takes root and ip (iproute2)`)
    continue
  }
  const { posted, stored, heard, resets, files } = await disturb(what, times)
  const right = JSON.stringify(stored)
  const wrong = heard.filter((ids) => JSON.stringify(ids) !== right).length
  faults += wrong + resets + files.wrong
  const read = `files: ${files.right} right, ${files.away} away, ${files.wrong} wrong`
  console.log(
    `${what}, ${times} times: ${posted} comments, ${wrong} of ${heard.length} listeners wrong, ${resets} resets; ${read}`,
  )
}
process.exitCode = faults === 0 ? 0 : 1
