import { openDb } from '../../../db/open.ts'
import { startProcess, temporaryFolder } from '../process.ts'
import { putMigrated, startServer } from '../server.ts'
import { cast } from '../world.ts'
import { count, waitUntil } from './count.ts'
import { edgeSecret } from './edge.ts'
import { freePort, startRedis } from './redis.ts'
import { say } from './room.ts'

/** What is killed, and how often. */
export type Victim = 'edge' | 'primary' | 'Redis'

/** What listeners were sent when all was over, next to what the database holds. */
export type Killed = {
  posted: number
  stored: readonly number[]
  heard: readonly (readonly number[])[]
  resets: number
}

const talkers = 60
const [listeners, betweenMs] = [6, 900]

/**
 * Runs primary, Redis and two edges as processes of their own, kills one of them again and again
 * with -9 while people talk, and returns what all listeners heard.
 */
export async function killAgain(victim: Victim, times: number): Promise<Killed> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(temporaryFolder())
  putMigrated(folder.path)
  const cookies: string[] = []
  {
    await using svc = await startServer({ dataDir: folder.path })
    cast(svc.ctx, 'nova')
    for (let n = 0; n < talkers; n += 1) cookies.push(cast(svc.ctx, `talker${n}`).cookie)
  }
  const redis = stack.use(await startRedis())
  const [port, edgePort] = [freePort(), freePort()]
  const url = `http://127.0.0.1:${port}`
  const env = { EDGE_SECRET: edgeSecret, REDIS_URL: redis.url, LOG_LEVEL: 'silent' }
  const start = {
    primary: () =>
      startProcess({
        dataDir: folder.path,
        env: { ...env, PORT: `${port}`, ROOMS_URL: `http://127.0.0.1:${edgePort}` },
      }),
    edge: () =>
      startProcess({
        dataDir: '/nonexistent',
        command: ['edge'],
        env: { ...env, PORT: `${edgePort}`, PRIMARY_URL: url },
      }),
  }
  let primary = await start.primary()
  const edges = [await start.edge(), await start.edge()]
  stack.defer(() => primary[Symbol.asyncDispose]())
  stack.defer(async () => {
    for (const edge of edges) await edge[Symbol.asyncDispose]()
  })
  const counters = await Promise.all(Array.from({ length: listeners }, () => count({ url })))
  for (const counter of counters) stack.use(counter)

  let isOver = false
  let posted = 0
  const talking = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const answer = await say(primary, { cookie: cookies[n % cookies.length] ?? '' }, `comment ${n}`).catch(() => {})
      if (answer?.status === 201) posted += 1
      await Bun.sleep(20)
    }
  })()
  for (let round = 0; round < times; round += 1) {
    await Bun.sleep(betweenMs)
    if (victim === 'Redis') await redis.crash()
    if (victim === 'edge') {
      await edges[round % 2]?.end('SIGKILL')
      edges[round % 2] = await start.edge()
    }
    if (victim === 'primary') {
      await primary.end('SIGKILL')
      primary = await start.primary()
    }
  }
  await Bun.sleep(betweenMs)
  isOver = true
  await talking
  const db = openDb(`${folder.path}/tapedeck.db`)
  const stored = db.$client.query<{ id: number }, []>('SELECT event_id AS id FROM comments ORDER BY event_id').all()
  db.$client.close()
  const last = stored.at(-1)?.id
  await waitUntil(() => counters.every(({ ids }) => ids.at(-1) === last))
  return {
    posted,
    stored: stored.map(({ id }) => id),
    heard: counters.map(({ ids }) => [...ids]),
    resets: counters.reduce((sum, counter) => sum + counter.resets(), 0),
  }
}
