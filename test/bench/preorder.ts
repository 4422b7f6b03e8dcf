import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { closeDb } from '../../db/open.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { changeCassets } from '../../src/casset/casset.ts'
import { queueOpening } from '../../src/casset/opening/set-opening.ts'
import { addReadyTrack, cast } from '../support/world.ts'
import { load, requestsFromMany } from './load.ts'
import { openFolder } from './open-folder.ts'
import { scratchFolder, startProgram } from './program.ts'
import { atMost, type Row } from './report.ts'

const buyers = 10_000
const opensAfterMs = 12_000
const watchedSec = 30

/** Measures a preorder of ten thousand at its hour, while the public API is read. */
export async function benchPreorder(executable: string): Promise<Row[]> {
  using folder = scratchFolder()
  const dataDir = join(folder.path, 'data')
  const opensAt = await fill(dataDir)
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', TRUSTED_PROXIES: '127.0.0.1' }
  await using server = await startProgram([executable], env)
  const told = whenTold(join(dataDir, 'tapedeck.db'), opensAt)
  await Bun.sleep(Math.max(0, opensAt - 1_000 - Date.now()))
  const request = requestsFromMany('/api/v1/artists/nova/catalog', `127.0.0.1:${server.port}`)
  const { p99Ms, perSecond, failed } = await load({ port: server.port, connections: 2, seconds: watchedSec, request })
  const note = `${perSecond.toFixed(0)} a second by 2 at once, ${failed} failed`
  return [
    atMost(`a preorder of ${buyers} is open, and everybody is told`, (await told) / 1000, 60, 's', 'from its hour'),
    atMost('p99 of v1 meanwhile', p99Ms, 20, 'ms', note),
  ]
}

/** Fills the folder with a preorder, and returns the time at which it opens. */
async function fill(dataDir: string): Promise<number> {
  const ctx = await openFolder(dataDir)
  const nova = cast(ctx, 'nova')
  await addReadyTrack(ctx, nova.cassetId, 'Dawn')
  const at = ctx.now()
  const each = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${buyers})`
  const key = (kind: number) => `printf('00000000-0000-7000-%04x-%012x', ${kind}, i)`
  const { $client: sql } = ctx.db
  sql.transaction(() => {
    sql.run(
      `${each} INSERT INTO users (id, email, created_at) SELECT ${key(1)}, 'u' || i || '@example.com', ${at} FROM n`,
    )
    sql.run(`${each} INSERT INTO artists (id, user_id, handle, display_name, created_at)
      SELECT ${key(2)}, ${key(1)}, 'artist-' || i, 'Artist ' || i, ${at} FROM n`)
    sql.run(`${each} INSERT INTO orders (id, user_id, holder_id, casset_id, kind, amount_minor, price_minor, currency, mode, state, created_at, paid_at, is_sale)
      SELECT ${key(3)}, ${key(1)}, ${key(1)}, '${nova.cassetId}', 'casset', 0, 0, 'usd', 'free', 'PAID', ${at}, ${at}, 1 FROM n`)
    sql.run(`${each} INSERT INTO purchases (id, user_id, casset_id, order_id, mode, status, purchased_at)
      SELECT ${key(4)}, ${key(1)}, '${nova.cassetId}', ${key(3)}, 'free', 'PAID', ${at} FROM n`)
  })()
  const opensAt = Date.now() + opensAfterMs
  changeCassets(ctx, eq(cassets.id, nova.cassetId), { opensAt, opensZone: 'UTC' })
  queueOpening(ctx, nova.cassetId, opensAt)
  closeDb(ctx.db)
  return opensAt
}

/** Returns how long after its hour (ms) the last email was queued. */
async function whenTold(path: string, opensAt: number): Promise<number> {
  const db = new Database(path, { readonly: true })
  const done = db.query<{ n: number; last: number | null }, []>(
    "SELECT count(*) AS n, max(created_at) AS last FROM mails WHERE kind = 'preorder'",
  )
  const until = opensAt + 120_000
  for (;;) {
    const row = done.get()
    if (row?.n === buyers && row.last !== null) return row.last - opensAt
    if (Date.now() > until) throw new Error(`Only ${row?.n} were told.`)
    await Bun.sleep(500)
  }
}
