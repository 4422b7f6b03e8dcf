import { join } from 'node:path'
import { closeDb } from '../../db/open.ts'
import { addTape } from '../support/casset/tape.ts'
import { addReadyTrack, cast, type Person } from '../support/world.ts'
import { fillGrowth } from './fill-growth.ts'
import { medianOf } from './median.ts'
import { openFolder } from './open-folder.ts'
import { cpuSec, type Program, scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

const sizes = [1_000, 100_000] as const
const tapes = 100
const tracksEach = 12
/** An account may read 300 times a minute, so many take turns. */
const readers = 20
const rounds = 4
// Cheap requests are sent more often in a round, as processor time comes in steps of 10 ms.
const inRound = { anybody: 400, reader: 25, artist: 15 } as const

type Reader = 'anybody' | 'artist' | 'reader'

const reads: readonly { what: string; path: string; by: Reader }[] = [
  { what: 'home', path: '/', by: 'reader' },
  { what: 'search among tapes', path: '/search?q=casset', by: 'reader' },
  { what: 'search among tracks', path: '/search?q=song&type=tracks', by: 'reader' },
  { what: 'search among artists', path: '/search?q=artist&type=artists', by: 'reader' },
  { what: 'search for the tapes of one', path: '/search?q=many', by: 'reader' },
  { what: 'browse', path: '/browse', by: 'reader' },
  { what: 'browse by style', path: '/browse?style=ambient', by: 'reader' },
  { what: 'browse by place', path: '/browse?place=Lisbon', by: 'reader' },
  { what: 'page of a tape', path: '/@many', by: 'reader' },
  { what: 'page of a further tape', path: '/@many/t5', by: 'reader' },
  { what: 'all tapes of an artist', path: '/@many/tapes', by: 'reader' },
  { what: 'v1, artist', path: '/api/v1/artists/many', by: 'anybody' },
  { what: 'v1, catalog of 500', path: '/api/v1/artists/many/catalog', by: 'anybody' },
  { what: 'feed', path: '/@many/feed.xml', by: 'anybody' },
  { what: 'page of the sitemap', path: '/sitemap/1.xml', by: 'anybody' },
  { what: 'library of 100 tapes', path: '/library', by: 'artist' },
  { what: 'studio of 100 tapes', path: '/studio', by: 'artist' },
  { what: 'studio of a tape', path: '/studio/tapes/many.t5', by: 'artist' },
]

type Side = { program: Program; artist: string; collector: string; readers: readonly string[]; asked: number }

/**
 * Compares the processor time of pages and answers among 100,000 cassets with that among 1,000, of
 * which one artist has 100.
 */
export async function benchCatalog(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  await using stack = new AsyncDisposableStack()
  const sides: Side[] = []
  for (const cassets of sizes) {
    const data = join(folder.path, String(cassets))
    const people = await fill(data, cassets)
    const env = { DATA_DIR: data, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' }
    const program = stack.use(await startProgram([executable], env))
    sides.push({ ...people, program, asked: 0 })
  }
  const rows: Row[] = []
  for (const { what, path, by } of reads) {
    const costs: number[][] = sides.map(() => [])
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, side] of sides.entries()) {
        const ms = await costOf(side, path, by)
        // The first round warms up.
        if (round > 0) costs[at]?.push(ms)
      }
    }
    const [few = 1, many = 0] = costs.map(medianOf)
    const note = `${many.toFixed(2)} against ${few.toFixed(2)} ms of processor`
    rows.push(atMost(`100,000 cassets against 1,000: ${what}`, many / few, 1.5, 'times', note))
  }
  return rows
}

/** Returns the milliseconds of processor time for one request. */
async function costOf(side: Side, path: string, by: Reader): Promise<number> {
  const { program } = side
  const before = await cpuSec(program.pid)
  for (let n = 0; n < inRound[by]; n += 1) {
    side.asked += 1
    const cookie =
      by === 'artist' ? (path === '/library' ? side.collector : side.artist) : side.readers[side.asked % readers]
    const address = { 'x-forwarded-for': `100.64.${(side.asked >> 8) & 255}.${side.asked & 255}` }
    const headers = by === 'anybody' ? address : { ...address, cookie: cookie ?? '' }
    const response = await fetch(program.url + path, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}.`)
  }
  return (((await cpuSec(program.pid)) - before) * 1000) / inRound[by]
}

async function fill(data: string, cassets: number) {
  const { cookies } = await fillGrowth(data, { cassets, sales: 1_000, codesInBatch: 10 })
  const ctx = await openFolder(data)
  const many = cast(ctx, 'many')
  const all = Array.from({ length: readers }, (_, n) => cast(ctx, `reader${n}`, { published: false }))
  await fillTapes(ctx, many)
  const { $client: sql } = ctx.db
  sql.transaction(() => {
    sql.run(`UPDATE cassets SET styles = '["ambient"]' WHERE rowid % 3 = 0 AND published = 1`)
    sql.run(`UPDATE artists SET location = 'Lisbon' WHERE rowid % 4 = 0`)
  })()
  closeDb(ctx.db)
  return { artist: many.cookie, collector: cookies.collector, readers: all.map(({ cookie }) => cookie) }
}

async function fillTapes(ctx: Awaited<ReturnType<typeof openFolder>>, many: Person): Promise<void> {
  for (let n = 0; n < tapes; n += 1) {
    const releasedOn = `20${String(10 + (n % 10))}-0${1 + (n % 9)}-01`
    const cassetId = n === 0 ? many.cassetId : addTape({ ctx }, many, `t${n}`, { releasedOn })
    for (let track = 1; track <= tracksEach; track += 1) {
      await addReadyTrack(ctx, cassetId, `Song ${n}.${track}`, { position: track })
    }
  }
}
