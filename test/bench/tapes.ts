import { addTape } from '../support/casset/tape.ts'
import { addSale } from '../support/earnings/sale.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'
import { medianOf } from './median.ts'
import { atMost, type Row } from './report.ts'

const rounds = 200
const tapes = 100
const tracksEach = 12

type Visit = readonly [path: string, as: Person]

/**
 * Compares pages of an artist of 100 tapes with those of an artist of one, by processor time:
 * signed in, because what a stranger gets is kept; in this process, because an account may not ask
 * so often.
 */
export async function benchTapes(): Promise<Row[]> {
  await using svc = await startServer({ limiter: { take: () => 0 }, env: { LOG_LEVEL: 'silent' } })
  const [one, many, ada, bea] = await fillTapes(svc)
  const costMs = async (path: string, { cookie }: Person) => {
    const before = process.cpuUsage()
    const answer = await svc.fetch(path, { headers: { cookie } })
    await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const rows: Row[] = []
  const visits: readonly { name: string; few: Visit; lots: Visit }[] = [
    { name: 'its page', few: ['/@one', ada], lots: ['/@many', ada] },
    { name: 'the page of a further tape', few: ['/@one', ada], lots: ['/@many/t5', ada] },
    { name: 'the studio of a tape', few: ['/studio', one], lots: ['/studio/tapes/many.t5', many] },
    { name: 'the studio', few: ['/studio', one], lots: ['/studio', many] },
    { name: 'the library of a listener who has one', few: ['/library', ada], lots: ['/library', bea] },
  ]
  for (const { name, few, lots } of visits) {
    const costs: Record<'few' | 'lots', number[]> = { few: [], lots: [] }
    for (let n = 0; n < rounds; n += 1) {
      costs.few.push(await costMs(...few))
      costs.lots.push(await costMs(...lots))
    }
    // The first ones warm up.
    const [a, b] = [medianOf(costs.few.slice(rounds / 4)), medianOf(costs.lots.slice(rounds / 4))]
    const note = `${b.toFixed(2)} against ${a.toFixed(2)} ms of processor`
    rows.push(atMost(`an artist of ${tapes} tapes against one of one: ${name}`, b / a, 1.3, 'times', note))
  }
  return rows
}

async function fillTapes(svc: TestServer): Promise<[Person, Person, Person, Person]> {
  const { ctx } = svc
  const [one, many, ada, bea] = [cast(ctx, 'one'), cast(ctx, 'many'), cast(ctx, 'ada'), cast(ctx, 'bea')]
  const fill = async (cassetId: string, name: string) => {
    for (let n = 1; n <= tracksEach; n += 1) await addReadyTrack(ctx, cassetId, `${name} ${n}`, { position: n })
  }
  await fill(one.cassetId, 'Song')
  await fill(many.cassetId, 'Song')
  for (let n = 1; n < tapes; n += 1) {
    const releasedOn = `20${String(10 + (n % 10))}-0${1 + (n % 9)}-01`
    await fill(addTape(svc, many, `t${n}`, { releasedOn }), `Tape ${n}`)
  }
  addSale(svc, ada, one)
  addSale(svc, bea, many)
  return [one, many, ada, bea]
}
