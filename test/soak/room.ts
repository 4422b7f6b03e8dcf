import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { createParser } from 'eventsource-parser'
import { fillRooms } from '../bench/fill-rooms.ts'
import { startProcess, temporaryFolder } from '../support/process.ts'

/**
 * Kills the serving process with -9 under 50 comments a second and starts it again on the same
 * folder. Listeners, who reconnect after their last event, hear every comment of the database, once
 * and in order. `bun test/soak/room.ts [rounds]`.
 */
const rounds = Number(Bun.argv[2] ?? 20)
const [listeners, perSecond] = [40, 50]
const env = { LOG_LEVEL: 'silent', PATH: Bun.env.PATH ?? '' }

using folder = temporaryFolder()
const cookies = await fillRooms(folder.path, 100)
let url = ''
let isOver = false

type Log = { ids: number[]; resets: number }

/** Listens until the end, and notes the ids. */
async function follow(log: Log): Promise<void> {
  const parser = createParser({
    onEvent({ event, id }) {
      if (event === 'reset') log.resets += 1
      else if (id) log.ids.push(Number(id))
    },
  })
  while (!isOver) {
    parser.reset()
    const last = log.ids.at(-1)
    const decoder = new TextDecoder()
    try {
      const query = last === undefined ? '' : `?lastEventId=${last}`
      const { body } = await fetch(`${url}/api/casset/room0/sideb${query}`)
      for await (const piece of body ?? []) parser.feed(decoder.decode(piece, { stream: true }))
    } catch {
      await Bun.sleep(20)
    }
  }
}

let told = 0
async function talk(until: () => boolean): Promise<void> {
  for (let n = 0; !until(); n += 1) {
    const headers = { 'content-type': 'application/json', cookie: cookies[n % cookies.length] ?? '' }
    void fetch(`${url}/api/casset/room0/comment`, { method: 'POST', headers, body: '{"text":"on and on"}' }).then(
      ({ status }) => {
        if (status === 201) told += 1
      },
      () => {},
    )
    await Bun.sleep(1000 / perSecond)
  }
}

const logs = Array.from({ length: listeners }, (): Log => ({ ids: [], resets: 0 }))
let following: Promise<void>[] = []
for (let round = 0; round < rounds; round += 1) {
  const svc = await startProcess({ dataDir: folder.path, env })
  url = svc.url
  if (round === 0) following = logs.map(follow)
  let isKilled = false
  const talking = talk(() => isKilled)
  await Bun.sleep(500 + Math.random() * 1500)
  await svc.end('SIGKILL')
  isKilled = true
  await talking
}
const last = await startProcess({ dataDir: folder.path, env })
url = last.url
await Bun.sleep(1_000)
isOver = true
await last.end('SIGTERM')
await Promise.all(following)

const db = new Database(join(folder.path, 'tapedeck.db'), { readonly: true })
const kept = db.query('SELECT event_id FROM comments ORDER BY event_id').values().flat().map(Number)
db.close()
const faults = logs.flatMap(({ ids, resets }) => {
  const due = kept.filter((id) => id >= (ids[0] ?? 0))
  const lost = due.filter((id) => !ids.includes(id)).length
  const doubled = ids.length - new Set(ids).size
  const isInOrder = ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0))
  return lost + doubled + resets > 0 || !isInOrder ? [`${lost} lost, ${doubled} doubled, ${resets} resets`] : []
})
if (kept.length < told) faults.push(`${told} comments were answered and ${kept.length} are there`)
const heard = logs.reduce((sum, { ids }) => sum + ids.length, 0)
console.log(`${rounds} kills, ${told} comments, heard ${heard} times by ${listeners}: ${faults.length} faults`)
for (const fault of faults.slice(0, 10)) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
