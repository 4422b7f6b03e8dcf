import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { closeDb } from '../../db/open.ts'
import type { Ctx } from '../../src/context.ts'
import { recountScores } from '../../src/drop/scores.ts'
import { addDrop } from '../support/drop/drop-row.ts'
import { addReadyTrack, cast } from '../support/world.ts'
import { load, requestsFromMany } from './load.ts'
import { openFolder } from './open-folder.ts'
import { cpuSec, type Program, scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

const clips = 10_000
const likesEach = 100
const seconds = 10
const likers = 20

/** Measures counting a large drop's points again from every like, and reading its leaderboard. */
export async function benchDrop(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const dataDir = join(folder.path, 'data')
  const { id, cookies, counting } = await fill(dataDir)
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' }
  await using server = await startProgram([executable], env)
  return [...counting, ...(await benchReads(server, id, cookies))]
}

async function fill(dataDir: string) {
  const ctx = await openFolder(dataDir)
  const nova = cast(ctx, 'nova')
  const track = await addReadyTrack(ctx, nova.cassetId, 'Dawn')
  const fans = Array.from({ length: likers }, (_, n) => cast(ctx, `fan${n}`, { published: false }))
  const id = addDrop({ ctx }, nova, track, { split: [5_000, 3_000, 2_000] })
  fillDrop(ctx, id, track.hookId, nova.cassetId)
  const counting = await benchCounting(ctx, id)
  closeDb(ctx.db)
  return { id, cookies: fans.map(({ cookie }) => cookie), counting }
}

/** Adds ten thousand people, each with a clip that a hundred others like. */
function fillDrop({ db, now }: Ctx, id: string, hookId: string, cassetId: string): void {
  const { $client: sql } = db
  const at = now()
  const each = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${clips})`
  const key = (kind: number) => `printf('00000000-0000-7000-%04x-%012x', ${kind}, i)`
  sql.run('PRAGMA synchronous = OFF')
  sql.transaction(() => {
    sql.run(
      `${each} INSERT INTO users (id, email, created_at) SELECT ${key(1)}, 'u' || i || '@example.com', ${at} FROM n`,
    )
    sql.run(`${each} INSERT INTO artists (id, user_id, handle, display_name, created_at)
      SELECT ${key(2)}, ${key(1)}, 'artist-' || i, 'Artist ' || i, ${at} FROM n`)
    sql.run(`${each} INSERT INTO submissions (id, hook_id, casset_id, user_id, url, caption, campaign_id, created_at)
      SELECT ${key(3)}, '${hookId}', '${cassetId}', ${key(1)}, 'https://clips.example/' || i, '', '${id}', ${at} FROM n`)
    sql.run(`${each} INSERT INTO campaign_entries (submission_id, campaign_id, user_id)
      SELECT ${key(3)}, '${id}', ${key(1)} FROM n`)
    sql.run(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${clips * likesEach})
      INSERT INTO submission_likes (submission_id, user_id, created_at)
      SELECT printf('00000000-0000-7000-0003-%012x', i / ${likesEach}),
        printf('00000000-0000-7000-0001-%012x', (i / ${likesEach} + 1 + (i % ${likesEach}) * 97) % ${clips}), ${at} FROM n`)
  })()
}

async function benchCounting(ctx: Ctx, id: string): Promise<Row[]> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const [from, used] = [performance.now(), process.cpuUsage()]
  await recountScores(ctx, id)
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(used)
  delay.disable()
  const ofProcessor = `${((user + system) / 1e6).toFixed(2)} s of processor`
  const longest = `${ofProcessor}, longest block of others ${(delay.max / 1e6).toFixed(0)} ms`
  const what = `counting the points of ${clips} clips with ${clips * likesEach} likes again`
  return [atMost(what, seconds, 3, 's', longest)]
}

async function benchReads({ url, port, pid }: Program, id: string, cookies: string[]): Promise<Row[]> {
  let [isOver, liked] = [false, 0]
  const liking = cookies.map(async (cookie, n) => {
    for (let turn = 0; !isOver; turn += 1) {
      const clip = `00000000-0000-7000-0003-${((n * 131 + turn * 7) % clips).toString(16).padStart(12, '0')}`
      const headers = { cookie, 'content-type': 'application/json' }
      const { status } = await fetch(`${url}/api/hooks/submissions/${clip}/like`, {
        method: 'POST',
        headers,
        body: '{}',
      })
      if (status === 200) liked += 1
      // An account may write once a second.
      await Bun.sleep(1_000)
    }
  })
  const request = requestsFromMany(`/api/campaign/${id}/leaderboard?limit=50`, `127.0.0.1:${port}`)
  const before = await cpuSec(pid)
  const { p99Ms, perSecond, failed } = await load({ port, connections: 4, seconds, request })
  const cost = (((await cpuSec(pid)) - before) / (perSecond * seconds)) * 1000
  isOver = true
  await Promise.all(liking)
  const typical = `${cost.toFixed(2)} ms of processor each with the likes`
  const note = `${typical}, ${perSecond.toFixed(0)} a second by 4 at once, ${(liked / seconds).toFixed(0)} likes a second, ${failed} failed`
  return [atMost(`p99 of a leaderboard of ${clips} clips while it moves`, p99Ms, 10, 'ms', note)]
}
