import { Database } from 'bun:sqlite'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Stands for an earlier version, which is compiled by the tests of upgrades: it has the data folder
 * to itself as each version has, and takes comments into a database whose form it does not change.
 * As one that is DEAF it listens, answers nobody, and does not end when it is asked to.
 */
const isDeaf = process.env.DEAF !== undefined
const folder = process.env.DATA_DIR
// A new version asks which version it is, wherever it was started.
if (folder === undefined) process.exit(1)
const lock = new Database(join(folder, 'lock.db'), { create: true })
lock.run('PRAGMA journal_mode = MEMORY')
lock.run('BEGIN IMMEDIATE')
const db = new Database(join(folder, 'tapedeck.db'))
db.run('PRAGMA journal_mode = WAL')
db.run('PRAGMA busy_timeout = 5000')
const say = db.query(`INSERT INTO comments (id, casset_id, author_id, text, event_id, created_at)
  SELECT $id, casset_id, author_id, 'Said to the former version', event_id, created_at FROM comments LIMIT 1`)

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    if (isDeaf) await Bun.sleep(60_000)
    if (request.method !== 'POST') return new Response('well')
    const id = crypto.randomUUID()
    say.run({ $id: id })
    return new Response(id, { status: 201, headers: { 'former-version': 'yes' } })
  },
})
process.on('SIGTERM', () => {
  if (isDeaf) return
  void server.stop().then(() => {
    db.close()
    lock.close()
    process.exit(0)
  })
})
const holder = { pid: process.pid, host: 'here', since: 'now', url: `http://127.0.0.1:${server.port}` }
writeFileSync(join(folder, 'lock.part'), JSON.stringify(holder))
renameSync(join(folder, 'lock.part'), join(folder, 'lock.json'))
