import { existsSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './arguments.ts'
import { holderOf } from './lock-folder.ts'

const usualLimits = { startMs: 90_000, stopMs: 20_000 }
const pauseMs = 100

/**
 * A process that serves a data folder, as it was found: how it is stopped, and started again as
 * another file.
 */
export type Service = {
  /**
   * Asks it to end. One that `start` has started is killed when it does not; of another one it
   * returns that it did not end in time, undefined when it did.
   */
  stop(): Promise<string | undefined>
  /**
   * Starts the executable at its place, once the one before has ended, and returns why it does not
   * answer, within so long; undefined when it does.
   */
  start(): Promise<string | undefined>
}

/**
 * The parts of this process that handle another. `signal` takes a group's id as a negative one.
 */
export type Hands = {
  executable: string
  isRoot: boolean
  signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void
}

const secondsIn = (ms: number) => `${Math.round(ms / 1000)} seconds`

const partsOf = (path: string): string[] => readFileSync(path, 'utf8').split('\0').filter(Boolean)

/** Returns the unit of systemd whose main process this is. */
function unitOf(pid: number): string | undefined {
  const unit = /\/([\w@.:-]+\.service)$/m.exec(readFileSync(`/proc/${pid}/cgroup`, 'utf8'))?.[1]
  if (unit === undefined || Bun.which('systemctl') === null) return undefined
  const { stdout } = Bun.spawnSync(['systemctl', 'show', '-p', 'MainPID', '--value', unit], { stderr: 'ignore' })
  return Number(stdout.toString()) === pid ? unit : undefined
}

function systemctl(verb: 'start' | 'stop', unit: string): string | undefined {
  const { exitCode, stderr } = Bun.spawnSync(['systemctl', verb, unit])
  return exitCode === 0 ? undefined : `systemctl ${verb} ${unit}: ${stderr.toString().trim()}`
}

/** Returns whether the service that holds a folder answers. */
async function answers(dataDir: string, former: number): Promise<boolean> {
  const holder = holderOf(dataDir)
  if (holder?.url === undefined || holder.pid === former) return false
  const url = new URL('/healthz', holder.url)
  // The name of the site may lead to a proxy, or nowhere from here.
  if (url.protocol === 'https:') url.hostname = '127.0.0.1'
  const options = { signal: AbortSignal.timeout(2_000), tls: { rejectUnauthorized: false } }
  return fetch(url, options).then(
    ({ ok }) => ok,
    () => false,
  )
}

/**
 * Returns the service of a data folder; undefined while none runs. Throws UsageError for one that
 * cannot be handled.
 */
export function findService(
  dataDir: string,
  { executable, isRoot, signal }: Hands,
  { startMs, stopMs } = usualLimits,
): Service | undefined {
  const holder = holderOf(dataDir)
  if (holder === undefined) return undefined
  let { pid } = holder
  if (!existsSync(`/proc/${pid}`)) throw new UsageError(`Process ${pid} serves ${dataDir}, and not on this machine.`)
  if (pid === 1) throw new UsageError('It runs in a container: start a new one of the new image instead.')
  const unit = unitOf(pid)
  const [, ...args] = partsOf(`/proc/${pid}/cmdline`)
  const env = Object.fromEntries(partsOf(`/proc/${pid}/environ`).map((line) => line.split(/=(.*)/s).slice(0, 2)))
  const cwd = readlinkSync(`/proc/${pid}/cwd`)
  // As root the new service would write files that the user of the old one could not open later.
  const { uid, gid } = statSync(`/proc/${pid}`)
  const user = isRoot ? { uid, gid } : {}
  const outputs = [1, 2].map((each) => openOutput(join(`/proc/${pid}/fd`, String(each))))
  let started: Bun.Subprocess | undefined
  const hasEnded = () => started === undefined || started.exitCode !== null || started.signalCode !== null
  const isOver = () => holderOf(dataDir) === undefined && hasEnded()
  return {
    async stop() {
      pid = holderOf(dataDir)?.pid ?? (hasEnded() ? pid : (started?.pid ?? pid))
      if (unit !== undefined) systemctl('stop', unit)
      else if (existsSync(`/proc/${pid}`)) signal(pid, 'SIGTERM')
      const until = performance.now() + stopMs
      while (!isOver()) {
        if (performance.now() < until) {
          await Bun.sleep(pauseMs)
          continue
        }
        if (started === undefined) return `process ${pid} did not end within ${secondsIn(stopMs)}`
        signal(-started.pid, 'SIGKILL')
        await started.exited
      }
      return undefined
    },
    async start() {
      const endsUntil = performance.now() + startMs
      while (!isOver()) {
        if (performance.now() >= endsUntil) return `process ${pid} did not end within ${secondsIn(startMs)}`
        await Bun.sleep(pauseMs)
      }
      const until = performance.now() + startMs
      if (unit !== undefined) {
        const problem = systemctl('start', unit)
        if (problem !== undefined) return problem
      } else {
        const [stdout, stderr] = outputs
        const stdio = { stdin: 'ignore', stdout: stdout ?? 'ignore', stderr: stderr ?? 'ignore' } as const
        started = Bun.spawn([executable, ...args], { cwd, env, ...stdio, ...user, detached: true })
        started.unref()
      }
      while (performance.now() < until) {
        if (await answers(dataDir, pid)) return undefined
        if (started !== undefined && hasEnded()) return `it ended with ${started.exitCode ?? started.signalCode}`
        await Bun.sleep(pauseMs)
      }
      return `it does not answer within ${secondsIn(startMs)}`
    },
  }
}

/** Opens what a process prints to; undefined for what cannot be opened twice, such as a socket. */
function openOutput(path: string): number | undefined {
  try {
    return openSync(path, 'a')
  } catch {
    return undefined
  }
}
