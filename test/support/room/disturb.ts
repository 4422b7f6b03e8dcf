import { openDb } from '../../../db/open.ts'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { startProcess, temporaryFolder } from '../process.ts'
import { putMigrated, startServer, type TestServer } from '../server.ts'
import { addReadyTrack, cast } from '../world.ts'
import { count, waitUntil } from './count.ts'
import { edgeSecret } from './edge.ts'
import { makeOtherMachine } from './partition.ts'
import { freePort, startRedis } from './redis.ts'
import { say } from './room.ts'

/** The ways in which the site is disturbed, again and again, while people talk. */
export const disturbances = [
  'an edge is killed',
  'the primary is killed',
  'Redis is killed',
  'the bucket is killed',
  'Redis is emptied',
  'Redis is frozen',
  'the line of the edges is cut',
] as const
export type Disturbance = (typeof disturbances)[number]

/** The events that listeners were sent when all was over, next to what the database holds. */
export type Disturbed = {
  posted: number
  stored: readonly number[]
  heard: readonly (readonly number[])[]
  resets: number
  /**
   * The answers to those who asked for a file of the bucket meanwhile: right ones, 503, and wrong
   * bytes.
   */
  files: { right: number; away: number; wrong: number }
}

// An account may say something each other second.
const talkers = 120
const [listeners, betweenMs, perSecond] = [6, 900, 50]
/** Longer than the edges wait before they ask the primary instead. */
const awayMs = 5_000
const cameBack = 2_000

/**
 * Runs primary, Redis and two edges as processes of their own, disturbs them again and again while
 * people talk, and returns what all listeners heard.
 */
export async function disturb(what: Disturbance, times: number): Promise<Disturbed> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(temporaryFolder())
  putMigrated(folder.path)
  const bucket = what === 'the bucket is killed' ? stack.use(await startBucketProcess()) : undefined
  const cookies: string[] = []
  let track: { path: string; cookie: string; sha256: string } | undefined
  {
    await using svc = await startServer({ dataDir: folder.path, env: bucket?.env ?? {} })
    const nova = cast(svc.ctx, 'nova')
    for (let n = 0; n < talkers; n += 1) cookies.push(cast(svc.ctx, `talker${n}`).cookie)
    if (bucket) track = { ...(await trackInBucket(svc, nova.cassetId)), cookie: nova.cookie }
  }
  const other = what === 'the line of the edges is cut' ? stack.use(await makeOtherMachine()) : undefined
  const redis = stack.use(
    await startRedis({ args: other ? ['--bind', '127.0.0.1', other.ours, '--protected-mode', 'no'] : [] }),
  )
  const [port, edgePort] = [freePort(), freePort()]
  const ours = other?.ours ?? '127.0.0.1'
  const env = { EDGE_SECRET: edgeSecret, LOG_LEVEL: 'silent' }
  const roomsUrl = `http://${other?.address ?? '127.0.0.1'}:${edgePort}`
  const redisUrl = redis.url.replace('127.0.0.1', ours)
  const start = {
    primary: () =>
      startProcess({
        dataDir: folder.path,
        env: {
          ...env,
          ...bucket?.env,
          REDIS_URL: redis.url,
          HOST: other ? '0.0.0.0' : '127.0.0.1',
          PORT: `${port}`,
          ROOMS_URL: roomsUrl,
        },
      }),
    edge: () =>
      startProcess({
        dataDir: '/nonexistent',
        command: ['edge'],
        inside: other?.inside ?? [],
        env: {
          ...env,
          REDIS_URL: redisUrl,
          HOST: '0.0.0.0',
          PORT: `${edgePort}`,
          PRIMARY_URL: `http://${ours}:${port}`,
        },
      }),
  }
  let primary = await start.primary()
  const edges = [await start.edge(), await start.edge()]
  stack.defer(() => primary[Symbol.asyncDispose]())
  stack.defer(async () => {
    for (const edge of edges) await edge[Symbol.asyncDispose]()
  })
  const url = `http://127.0.0.1:${port}`
  const counters = await Promise.all(Array.from({ length: listeners }, () => count({ url })))
  for (const counter of counters) stack.use(counter)

  const happen: Record<Disturbance, (round: number) => Promise<void>> = {
    async 'an edge is killed'(round) {
      await edges[round % 2]?.end('SIGKILL')
      edges[round % 2] = await start.edge()
    },
    async 'the primary is killed'() {
      await primary.end('SIGKILL')
      primary = await start.primary()
    },
    'Redis is killed': () => redis.crash(),
    async 'the bucket is killed'() {
      await bucket?.crash()
    },
    async 'Redis is emptied'() {
      await redis.send('FLUSHALL')
    },
    async 'Redis is frozen'() {
      redis.freeze()
      await Bun.sleep(awayMs)
      redis.thaw()
      await Bun.sleep(cameBack)
    },
    async 'the line of the edges is cut'() {
      await other?.cut()
      await Bun.sleep(awayMs)
      await other?.heal()
      await Bun.sleep(cameBack)
    },
  }

  let isOver = false
  let posted = 0
  const saying = async (n: number) => {
    const answer = await say(primary, { cookie: cookies[n % cookies.length] ?? '' }, `comment ${n}`).catch(() => {})
    if (answer?.status === 201) posted += 1
  }
  const talking = (async () => {
    const said: Promise<void>[] = []
    for (const from = performance.now(); !isOver; ) {
      said.push(saying(said.length))
      await Bun.sleep(Math.max(0, from + (said.length * 1_000) / perSecond - performance.now()))
    }
    await Promise.all(said)
  })()
  const files = { right: 0, away: 0, wrong: 0 }
  const reading = (async () => {
    while (track && !isOver) {
      files[await readTrack(url, track)] += 1
      await Bun.sleep(20)
    }
  })()
  for (let round = 0; round < times; round += 1) {
    await Bun.sleep(betweenMs)
    await happen[what](round)
  }
  await Bun.sleep(betweenMs)
  isOver = true
  await Promise.all([talking, reading])
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
    files,
  }
}

/** A track whose master is in the bucket alone. */
async function trackInBucket({ ctx }: TestServer, cassetId: string) {
  const bytes = Buffer.alloc(3_000_000, 'the sound of one street at night ')
  const sha256 = sha256Hex(bytes)
  const scratch = ctx.blobs.scratch('master')
  await Bun.write(scratch, bytes)
  await ctx.blobs.adopt([{ path: scratch, sha256 }], () => {})
  const { id } = await addReadyTrack(ctx, cassetId, 'Dawn', { sha256, bytes: bytes.length, format: 'wav' })
  return { path: `/api/audio/${id}`, sha256 }
}

type TrackRequest = { path: string; cookie: string; sha256: string }

/** Reads a whole file of the bucket. An answer that breaks off is asked for again by its client. */
async function readTrack(url: string, { path, cookie, sha256 }: TrackRequest): Promise<'right' | 'away' | 'wrong'> {
  try {
    const answer = await fetch(url + path, { headers: { cookie, 'sec-fetch-dest': 'audio' } })
    if (answer.status === 503) return 'away'
    const bytes = await answer.bytes()
    return answer.status === 200 && sha256Hex(bytes) === sha256 ? 'right' : 'wrong'
  } catch {
    return 'away'
  }
}

/** An S3 server that can be killed and comes back with what it had. */
async function startBucketProcess() {
  const folder = temporaryFolder()
  const port = freePort()
  const script = `${import.meta.dir}/../platform/bucket-process.ts`
  const start = async () => {
    const child = Bun.spawn([process.execPath, script, `${port}`, folder.path], { stdout: 'pipe', stderr: 'ignore' })
    for await (const _ of child.stdout) break
    return child
  }
  let child = await start()
  const end = async () => {
    child.kill('SIGKILL')
    await child.exited
  }
  return {
    env: {
      BLOBS: 's3://music/tapes',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      BLOB_CACHE_GB: '0',
    },
    async crash() {
      await end()
      await Bun.sleep(500)
      child = await start()
    },
    async [Symbol.asyncDispose]() {
      await end()
      folder[Symbol.dispose]()
    },
  }
}
