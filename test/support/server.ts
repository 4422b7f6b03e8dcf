import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../db/migrations/run.ts'
import { closeDb, openDb } from '../../db/open.ts'
import { checkRawRows } from '../../db/prepared.ts'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import type { Ctx } from '../../src/context.ts'
import { createCtx, type Environment } from '../../src/create-context.ts'
import { ffmpegAt } from '../../src/platform/ffmpeg.ts'
import { createLimiter } from '../../src/platform/http/limiter.ts'
import { serve } from '../../src/serve.ts'
import { type Lent, lendApp } from './kept-apps.ts'
import { refuseUndocumented, refuseUndocumentedOf } from './machine/documented.ts'
import { testAssets } from './platform/assets.ts'
import { program } from './program.ts'

// As the program does when it starts: what it writes is for its user alone.
process.umask(0o077)

/** The secret that the tests' agents send. */
export const agentSecret = 'secret of agents in tests'
const agents = { AGENT_API_SECRET: agentSecret }

// Elysia asks for garbage to be collected each time an app is composed. A program does that once;
// here it happens for nearly every server, in a heap of hundreds of megabytes. The engine collects
// by itself, and a test that asks for it is heard.
const collect = Bun.gc
Object.assign(Bun, { gc: (isForced = false) => (isForced ? collect(true) : 0) })

// At the cost that we chose a hash takes half as long as a server takes to start.
const cheap = { memoryCost: 8, timeCost: 1 }

// It is asked once a process what it can make, as that takes longer than a server to start.
const hostFfmpeg = ffmpegAt(Bun.which('ffmpeg'))

// The 16 MB of the program's limiter took a tenth of what a server takes to start.
const bucketSlots = 2 ** 12

// Servers of one test share a process, but each counts as a process of its own, so that none takes
// the other's jobs.
const alive = new Set<number>()
let lastPid = 1_000_000

// Migrating took half of the time that a server needs to start: once a process is enough.
let migratedPath: string | undefined

/** Puts a database that is migrated and otherwise empty into a data folder. */
export function putMigrated(dataDir: string): void {
  if (migratedPath === undefined) {
    migratedPath = join(mkdtempSync(join(tmpdir(), 'tapedeck-migrated-')), 'tapedeck.db')
    const db = openDb(migratedPath)
    migrate(db.$client, Date.now())
    closeDb(db)
  }
  copyFileSync(migratedPath, join(dataDir, 'tapedeck.db'))
}

/** Returns a data folder; where it had no database, that is now a migrated one. */
function readyDataDir(given: string | undefined): string {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'tapedeck-'))
  if (existsSync(join(dataDir, 'tapedeck.db'))) return dataDir
  mkdirSync(dataDir, { recursive: true })
  putMigrated(dataDir)
  return dataDir
}

/**
 * The options that a test may set of its server. `clock: 'stands'`: time passes by `tick` alone,
 * however slow the machine. `hashes: 'as served'`: passwords cost what they cost people. `domain`:
 * as `--domain`. `aheadMs`: how far its clock is ahead at the start.
 */
export type ServerOptions = {
  env?: Record<string, string>
  dataDir?: string
  clock?: 'stands'
  hashes?: 'as served'
  domain?: string
  aheadMs?: number
  /** The path of the host's ffmpeg instead of the one on PATH; null for none. */
  ffmpeg?: string | null
} & Partial<Pick<Environment, 'assets'>> &
  Pick<Environment, 'limiter' | 'testProcessor' | 'disk' | 'push' | 'look' | 'backUp'>

/** Headers and body as a test reads them. */
export type Answer = { status: number; headers: Headers; text: string; json: unknown }

/**
 * A real server on a free port with its own SQLite file, and a clock that `tick` moves. Ends with
 * its scope.
 */
export type TestServer = AsyncDisposable & {
  readonly url: string
  readonly httpPort: number | undefined
  readonly ctx: Ctx
  readonly dataDir: string
  readonly logged: readonly string[]
  /** Lets time pass, and due jobs run. */
  tick(ms: number): void
  /** Sets the clock, while no time passes; what looks at it from time to time does so now. */
  setClock(ms: number): void
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends a request, with `body` as JSON and `cookie` when given, and reads the whole answer. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

export type CallOptions = { body?: unknown; cookie?: string | undefined; headers?: Record<string, string> }

/** Sends requests to a server and reads the whole answers. */
export const callAt =
  (url: string) =>
  async (method: string, path: string, { body, cookie, headers }: CallOptions = {}): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    const json: unknown = isJson ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json }
  }

/** Starts a server: `await using svc = await startServer()`. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const dataDir = readyDataDir(options.dataDir)
  const logged: string[] = []
  const startedMs = Date.now()
  const begunMs = performance.now()
  let offsetMs = options.aheadMs ?? 0
  let passedMs = 0
  lastPid += 1
  const pid = lastPid
  alive.add(pid)
  const env = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info', ...agents, ...options.env }
  const config = readConfig(env, 'BASE_URL', options.domain)
  const monotonicMs = () => (options.clock === 'stands' ? begunMs : performance.now()) + passedMs
  const ctx = createCtx(config, {
    assets: options.assets ?? (await testAssets()),
    selfCommand: program,
    pids: { own: pid, isAlive: (other) => alive.has(other) },
    now: () => (options.clock === 'stands' ? startedMs : Date.now()) + offsetMs,
    monotonicMs,
    write: (line) => logged.push(line),
    isServing: true,
    ...(options.hashes === 'as served' ? {} : { passwordCost: cheap }),
    ...(options.testProcessor ? { testProcessor: options.testProcessor } : {}),
    limiter: options.limiter ?? createLimiter(randomBytes, monotonicMs, bucketSlots),
    ...(options.disk ? { disk: options.disk } : {}),
    ffmpeg: options.ffmpeg === undefined ? hostFfmpeg : ffmpegAt(options.ffmpeg),
    ...(options.push ? { push: options.push } : {}),
    ...(options.look ? { look: options.look } : {}),
    ...(options.backUp ? { backUp: options.backUp } : {}),
  })
  checkRawRows(ctx.db)
  let lent: Lent | undefined
  const running = await serve(ctx, {
    async appOf(served, routed) {
      if (routed) return createApp(served, routed)
      lent = await lendApp(served)
      return lent.app
    },
  })
  const url = running.url
  const ask = callAt(url)
  const call = async (method: string, path: string, options?: CallOptions) => {
    const answer = await ask(method, path, options)
    await refuseUndocumented(ctx, method, path, answer)
    return answer
  }
  return {
    url,
    httpPort: running.httpPort,
    ctx,
    dataDir,
    logged,
    tick(ms) {
      offsetMs += ms
      passedMs += ms
      ctx.jobs.wake()
    },
    setClock(ms) {
      offsetMs += ms
      ctx.jobs.wake()
    },
    async fetch(path, init) {
      const response = await fetch(url + path, init)
      await refuseUndocumentedOf(ctx, init?.method ?? 'GET', path, response)
      return response
    },
    call,
    async [Symbol.asyncDispose]() {
      await running.stop()
      lent?.giveBack()
      alive.delete(pid)
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
