import { closeDb } from '../../db/open.ts'
import { addReadyTrack, cast } from '../support/world.ts'
import { load, requestsFromMany } from './load.ts'
import { medianOf } from './median.ts'
import { openFolder } from './open-folder.ts'
import { cpuSec, scratchFolder, startProgram } from './program.ts'
import { atLeast, type Row } from './report.ts'

const rounds = 7
const seconds = 1

/** Measures pages a second for strangers from one process: a tape of ten tracks, and home. */
export async function benchRender(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  await fillWorlds(folder.path)
  const env = { DATA_DIR: folder.path, PORT: '0', HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }
  await using ours = await startProgram([executable], env)
  const rows: Row[] = []
  for (const [name, path, goal] of [
    ['a world page of 10 tracks', '/@nova', 1000],
    ['the home page of 24 tapes', '/', 500],
  ] as const) {
    const request = requestsFromMany(path, `127.0.0.1:${ours.port}`)
    const rates: number[] = []
    const costs: number[] = []
    for (let n = 0; n <= rounds; n += 1) {
      const before = await cpuSec(ours.pid)
      const { perSecond, failed } = await load({ port: ours.port, connections: 16, seconds, request })
      if (failed > 0) throw new Error(`${failed} pages were not answered 200.`)
      // The first round warms up.
      if (n === 0) continue
      rates.push(perSecond)
      costs.push(((await cpuSec(ours.pid)) - before) / (perSecond * seconds))
    }
    const perCpuSecond = 1 / medianOf(costs)
    const note = `${Math.round(medianOf(rates))} by the clock`
    rows.push(atLeast(`${name}, for a stranger: pages a second of processor`, perCpuSecond, goal, note))
  }
  return rows
}

async function fillWorlds(dataDir: string): Promise<void> {
  const ctx = await openFolder(dataDir)
  for (const handle of ['nova', ...Array.from({ length: 30 }, (_, n) => `artist-${n}`)]) {
    const { cassetId } = cast(ctx, handle, { bio: 'Songs recorded before breakfast.' })
    const count = handle === 'nova' ? 10 : 1
    for (let n = 0; n < count; n += 1) await addReadyTrack(ctx, cassetId, `Song number ${n}`, { position: n })
  }
  closeDb(ctx.db)
}
