import { join } from 'node:path'
import { type Buyer, type Sold, sell, watchPurchases } from './buyers.ts'
import { startCrowd, talk } from './crowd.ts'
import { fillBuyers } from './fill-buyers.ts'
import { fillRooms } from './fill-rooms.ts'
import { scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

const [listeners, perSecond] = [1_000, 50]
const [atOnce, perRound, rounds] = [4, 150, 3]

/** Measures checkouts alone and beside a room of 1,000 talking listeners, in alternating rounds. */
export async function benchBusyRoom(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const dataDir = join(folder.path, 'data')
  const market = await fillBuyers(dataDir, perRound * (2 * rounds + 1))
  const cookies = await fillRooms(dataDir, 500)
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', PAYMENTS: 'test' }
  await using server = await startProgram([executable], env, false)
  await using crowd = startCrowd(server.port)
  const queue = market.buyers.values()
  const buy = async (): Promise<Sold> => {
    const buyers: Buyer[] = queue.take(perRound).toArray()
    using watch = watchPurchases(join(dataDir, 'tapedeck.db'))
    return await sell(server.url, market.slug, buyers, atOnce, watch)
  }
  // The first round warms up and does not count.
  await buy()
  await crowd.tell(`open ${listeners} 1`)
  const [quiet, busy]: [Sold[], Sold[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await buy())
    let isOver = false
    const talking = (async () => {
      while (!isOver) await talk({ url: server.url, cookies, perSecond, seconds: 1, rooms: 1 })
    })()
    await Bun.sleep(500)
    busy.push(await buy())
    isOver = true
    await talking
  }
  const { p99Ms, lost, doubled } = await crowd.tell('report')
  const [inRoom, inQuiet] = [median(busy), median(quiet)]
  const room = `by themselves ${inQuiet.p99Ms.toFixed(0)} ms; the room's own p99 ${p99Ms.toFixed(0)} ms, ${lost + doubled} lost or doubled`
  const half = `half in ${inRoom.p50Ms.toFixed(1)} against ${inQuiet.p50Ms.toFixed(1)} ms`
  const what = `p99 of a whole checkout, ${atOnce} at once, next to ${perSecond} comments a second to ${listeners} listeners`
  return [
    atMost(what, inRoom.p99Ms, 100, 'ms', room),
    atMost('the same, of what it takes without them', inRoom.p50Ms / inQuiet.p50Ms, 1.2, 'times', half),
  ]
}

const nothing: Sold = { perSecond: 0, p50Ms: 0, p99Ms: 0 }

const median = (sold: readonly Sold[]): Sold =>
  sold.toSorted((a, b) => a.p50Ms - b.p50Ms)[Math.floor(sold.length / 2)] ?? nothing
