import { createCrowd } from './crowd-sockets.ts'

/**
 * A process of listeners, which takes lines on its standard input and answers with lines of JSON:
 * `open <count> <rooms>`, `report`, `leave`, `back <id>` (all reconnect at once; answered when all
 * have this event), `stall <count>` (listeners that never read). The second argument is the address
 * at which all listen; a third, `tls`, makes them use TLS.
 */
const path = Bun.argv[3]
const crowd = createCrowd(Number(Bun.argv[2]), path === undefined ? undefined : () => path, Bun.argv[4] === 'tls')
for await (const line of console) {
  const [command, ...words] = line.split(' ')
  const [first = 0, second = 1] = words.map(Number)
  if (command === 'open') await crowd.open(first, second)
  if (command === 'stall') await crowd.stall(first)
  if (command === 'leave') crowd.leave()
  const tookMs = command === 'back' ? await crowd.back(first) : 0
  console.log(JSON.stringify({ ...crowd.report(), tookMs }))
}
