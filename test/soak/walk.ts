import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Hex } from '../../src/lib/hash/hmac.ts'
import { litestream } from '../support/operate/drill.ts'
import { startVisitors } from '../support/operate/visitors.ts'
import { hasNginx, startNginx, type TestNginx } from '../support/platform/nginx.ts'
import { ceph, noRadosgw, startRadosgw } from '../support/platform/radosgw.ts'
import { runProgram, type ServerProcess, startProcess, temporaryFolder } from '../support/process.ts'
import { freePort, hasRedis, startRedis } from '../support/room/redis.ts'
import { putMigrated, startServer } from '../support/server.ts'
import { addReadyTrack, cast } from '../support/world.ts'

/**
 * Walks the guide's page "When one machine is not enough" on a site that is served meanwhile: files
 * in a bucket (Ceph), nginx in front, two edges, a second machine, its promotion, and each step
 * undone. `bun test/soak/walk.ts`. Throws when a request failed, other than those under way at a
 * restart, or when a listener missed something.
 */
const missing = [
  noRadosgw,
  hasNginx ? undefined : 'nginx is not here.',
  hasRedis ? undefined : 'redis-server is not here.',
  litestream === undefined ? 'npm has no Litestream for this machine.' : undefined,
].filter((each) => each !== undefined)
if (missing.length > 0) {
  console.error(missing.join('\n'))
  process.exit(1)
}

await using stack = new AsyncDisposableStack()
const folder = stack.use(temporaryFolder())
const at = (name: string) => join(folder.path, name)
const gateway = stack.use(await startRadosgw())
const [site, inner, rooms] = [freePort(), freePort(), freePort()]
const url = `http://localhost:${site}`
const s3 = {
  S3_ENDPOINT: `http://127.0.0.1:${gateway.port}`,
  S3_ACCESS_KEY_ID: ceph.accessKeyId,
  S3_SECRET_ACCESS_KEY: ceph.secretAccessKey,
}
const settle = () => Bun.sleep(3_000)

const { owner, talkers } = await fillSite()
/** The operator's present settings. */
let env: Record<string, string> = { BASE_URL: url, PORT: `${site}`, LOG_LEVEL: 'warn', PAYMENTS: 'test' }
let dataDir = at('data')
const programs: ServerProcess[] = []
const startProgram = async () => {
  const started = await startProcess({ dataDir, env })
  programs.push(started)
  return started
}
let program = await startProgram()
stack.defer(() => program[Symbol.asyncDispose]())
const visitors = await startVisitors({ url, owner, talkers })

/** Stops the program, does something, and starts it with changed settings. */
const restart = (change: Record<string, string | undefined>, meanwhile = async () => {}) =>
  visitors.restarting(async () => {
    await program.end('SIGTERM')
    await meanwhile()
    const all: Record<string, string | undefined> = { ...env, ...change }
    env = Object.fromEntries(
      Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    )
    program = await startProgram()
  })

/** Runs a command of the program with the operator's settings. */
async function command(...args: string[]): Promise<string> {
  const { exitCode, out, err } = await runProgram(args, { ...env, DATA_DIR: dataDir, HOST: '127.0.0.1' })
  if (exitCode !== 0) throw new Error(`tapedeck ${args.join(' ')}: ${exitCode}\n${out}${err}`)
  return out
}

async function step(what: string, work: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await work()
  await settle()
  console.log(`${what}: ${((performance.now() - from) / 1_000).toFixed(1)} s`)
}

let nginx: TestNginx | undefined
const startFront = async () => {
  nginx = await startNginx(await command('nginx'))
  // nginx listens only a moment after it was started.
  const answers = async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true
  for (let tries = 0; !(await answers()) && tries < 200; tries += 1) await Bun.sleep(50)
}
stack.defer(async () => nginx?.[Symbol.asyncDispose]())

const redis = await startRedis()
stack.use(redis)
const edges: ServerProcess[] = []
stack.defer(async () => {
  for (const edge of edges) await edge[Symbol.asyncDispose]()
})
const shared = { REDIS_URL: redis.url, EDGE_SECRET: 'a secret that only this walk knows, and its edges' }
const startEdge = async () => {
  const own = { ...shared, PORT: `${rooms}`, PRIMARY_URL: `http://127.0.0.1:${inner}`, LOG_LEVEL: 'warn' }
  edges.push(await startProcess({ dataDir: '/nonexistent', command: ['edge'], env: own }))
}

let copying: Bun.Subprocess | undefined
const replicate = () => {
  copying = Bun.spawn([litestream ?? '', 'replicate', '-config', litestreamYml()], {
    ...{ stdout: 'ignore', stderr: 'ignore' },
  })
}
const endReplicating = async () => {
  copying?.kill('SIGTERM')
  await copying?.exited
}
stack.defer(endReplicating)

await step('files in a bucket', async () => {
  await restart({ BLOBS: `s3://${ceph.bucket}/files`, ...s3 })
  await command('blobs', 'move', 'bucket')
})
await step('nginx in front', () =>
  visitors.restarting(async () => {
    await restart({ ACCEL: 'nginx', TRUSTED_PROXIES: '127.0.0.1', PORT: `${inner}` })
    await startFront()
  }),
)
await step('two edges', async () => {
  await startEdge()
  await startEdge()
  await restart({ ...shared, ROOMS_URL: `http://localhost:${rooms}` })
})
await step('a second machine', async () => {
  await restart({ LEASE: `s3://${ceph.bucket}/lease`, REPLICA: `s3://${ceph.bucket}/replica` })
  replicate()
  await settle()
  await doctor()
})
await step('its promotion', () =>
  visitors.restarting(async () => {
    await program.end('SIGTERM')
    // Litestream copies the last writes of the program, which was stopped properly.
    await Bun.sleep(2_000)
    await endReplicating()
    const [first, second] = [dataDir, at('second')]
    mkdirSync(second)
    for (const name of ['secrets.json', 'test-processor.db', 'test-processor.db-wal']) copyIfThere(first, second, name)
    dataDir = second
    const restored = join(second, 'tapedeck.db')
    await run(litestream ?? '', 'restore', '-config', litestreamYml(), restored)
    console.log((await command('promote')).split('\n')[0])
    program = await startProgram()
    replicate()
    // The lease refuses the first machine when it is back, so that two never serve.
    const back = await runProgram(['serve'], { ...env, DATA_DIR: first, HOST: '127.0.0.1', PORT: '0' })
    if (back.exitCode === 0 || !back.err.includes('tapedeck promote')) throw new Error(`it serves: ${back.err}`)
  }),
)
await doctor()
await step('no second machine', async () => {
  await endReplicating()
  await restart({ LEASE: undefined, REPLICA: undefined })
})
await step('no edges', async () => {
  await restart({ REDIS_URL: undefined, EDGE_SECRET: undefined, ROOMS_URL: undefined })
  await settle()
  for (const edge of edges) await edge.end('SIGTERM')
})
await step('no nginx', () =>
  restart({ ACCEL: undefined, TRUSTED_PROXIES: undefined, PORT: `${site}` }, async () => {
    await nginx?.[Symbol.asyncDispose]()
    nginx = undefined
  }),
)
await step('files on the disk', async () => {
  await command('blobs', 'move', 'disk')
  await restart({ BLOBS: undefined }, async () => void (await command('blobs', 'move', 'disk')))
})
await doctor()
const { asked, atRestarts, restarts, awayMs, said, listeners, resets } = await visitors.end().catch((error) => {
  for (const each of programs) console.error(each.printed())
  throw error
})
const away = `${restarts} restarts, in which the program was away for ${(awayMs / 1_000).toFixed(1)} s`
console.log(`${asked} requests, ${atRestarts} of them without an answer, all at the ${away}`)
console.log(`${said} comments, heard by all ${listeners} listeners, which began anew ${resets} times`)

async function doctor(): Promise<void> {
  const said = await command('doctor')
  // A restored site tells what its copy lacks.
  if (!/All checks passed\.|Nothing needs fixing/.test(said)) throw new Error(said)
}

async function fillSite() {
  mkdirSync(at('data'))
  putMigrated(at('data'))
  await using svc = await startServer({ dataDir: at('data') })
  const { ctx } = svc
  const nova = cast(ctx, 'nova')
  const bytes = Buffer.alloc(3_000_000, 'the sound of one street at night ')
  const sha256 = sha256Hex(bytes)
  const scratch = ctx.blobs.scratch('master')
  await Bun.write(scratch, bytes)
  await ctx.blobs.adopt([{ path: scratch, sha256 }], () => {})
  const { id } = await addReadyTrack(ctx, nova.cassetId, 'Dawn', { sha256, bytes: bytes.length, format: 'wav' })
  const talkers = Array.from({ length: 30 }, (_, n) => cast(ctx, `talker${n}`).cookie)
  return { owner: { cookie: nova.cookie, path: `/api/audio/${id}`, sha256 }, talkers }
}

/** The configuration of Litestream 0.3 for the folder that is served now. */
function litestreamYml(): string {
  const file = at('litestream.yml')
  const { S3_ENDPOINT: endpoint } = s3
  const keys = `access-key-id: ${ceph.accessKeyId}, secret-access-key: ${ceph.secretAccessKey}`
  const where = `type: s3, bucket: ${ceph.bucket}, path: replica, endpoint: '${endpoint}', force-path-style: true`
  const replica = `{ ${where}, region: us-east-1, sync-interval: 1s, ${keys} }`
  writeFileSync(file, `dbs: [{ path: ${join(dataDir, 'tapedeck.db')}, replicas: [${replica}] }]\n`)
  return file
}

function copyIfThere(from: string, to: string, name: string): void {
  try {
    copyFileSync(join(from, name), join(to, name))
  } catch {
    // A site without payments has none.
  }
}

async function run(...args: string[]): Promise<void> {
  const child = Bun.spawn(args, { stdout: 'ignore', stderr: 'pipe' })
  if ((await child.exited) !== 0) throw new Error(`${args.join(' ')}: ${await new Response(child.stderr).text()}`)
}
