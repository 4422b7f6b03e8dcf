import { existsSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../command-line/arguments.ts'
import { holderOf, lockFree } from '../../site-folder/lock-folder.ts'
import { isContainer, parentOf } from '../parent-process.ts'
import { startedAgain, startedLike, startOf } from './process-start.ts'

/**
 * `againMs`: how soon a supervisor that is not known yet starts a program again. `givesUpMs`: how
 * long one that is known is waited for.
 */
const usualLimits = { startMs: 90_000, stopMs: 20_000, againMs: 3_000, givesUpMs: 20_000 }
const pauseMs = 50

/** A process that serves a data folder: how it is stopped, and started as another file. */
export type Service = {
  /**
   * Asks it to end and holds its data folder from then on, so that nothing else serves that, even
   * if a supervisor starts it. A process that `start` started is killed when it does not end; for
   * any other, returns that it did not end in time. Undefined when it ended.
   */
  stop(): Promise<string | undefined>
  /**
   * Releases the folder and starts the executable at its place, or lets the supervisor do so. Waits
   * first for a process that is late to end. Returns why it does not answer in time; undefined when
   * it does.
   */
  start(): Promise<string | undefined>
  /** Keeps visitors waiting from now on, at the port of a site without a certificate of its own. */
  holdDoor(): Promise<void>
  /** Lets those who wait go to the program that serves now. */
  openDoor(): Promise<void>
  /**
   * Leaves the site to a supervisor that tries to start it beside `start`, and returns the
   * supervisor's name; undefined where there is none.
   */
  handOver(): Promise<string | undefined>
}

/** `signal` takes a group's id as a negative one. */
export type Hands = {
  executable: string
  isRoot: boolean
  signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void
}

const secondsIn = (ms: number) => `${Math.round(ms / 1000)} seconds`

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

/** Undefined while none runs. Throws UsageError for a service that cannot be handled. */
export function findService(
  dataDir: string,
  { executable, isRoot, signal }: Hands,
  limits: Partial<typeof usualLimits> = {},
): Service | undefined {
  const { startMs, stopMs, againMs, givesUpMs } = { ...usualLimits, ...limits }
  const holder = holderOf(dataDir)
  if (holder === undefined) return undefined
  let { pid } = holder
  if (!existsSync(`/proc/${pid}`)) throw new UsageError(`Process ${pid} serves ${dataDir}, and not on this machine.`)
  if (isContainer(pid)) throw new UsageError('It runs in a container: start a new one of the new image instead.')
  const served = readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
  if (served !== executable)
    throw new UsageError(`The site is served by ${served}, and this is ${executable}: upgrade by that one.`)
  const unit = unitOf(pid)
  const first = startOf(pid)
  // As root the new service would write files that the user of the old one could not open later.
  const { uid, gid } = statSync(`/proc/${pid}`)
  const user = isRoot ? { uid, gid } : {}
  const outputs = [1, 2].map((each) => openOutput(join(`/proc/${pid}/fd`, String(each))))
  let started: Bun.Subprocess | undefined
  let folder: ReturnType<typeof lockFree>
  let supervisor: string | undefined
  let isFirst = true
  let door: Bun.Subprocess<'pipe', 'pipe', 'ignore'> | undefined
  const hasEnded = () => started === undefined || started.exitCode !== null || started.signalCode !== null
  const presentPid = () => holderOf(dataDir)?.pid ?? (hasEnded() ? pid : (started?.pid ?? pid))
  const spawn = () => {
    const [stdout, stderr] = outputs
    const stdio = { stdin: 'ignore', stdout: stdout ?? 'ignore', stderr: stderr ?? 'ignore' } as const
    const { args, cwd, env } = first
    started = Bun.spawn([executable, ...args.slice(1)], { cwd, env, ...stdio, ...user, detached: true })
    started.unref()
  }
  const untilAnswer = async () => {
    const begun = performance.now()
    let freeSince = begun
    for (; performance.now() < begun + startMs; await Bun.sleep(pauseMs)) {
      if (await answers(dataDir, pid)) return undefined
      if (unit !== undefined || !hasEnded()) continue
      if (holderOf(dataDir) !== undefined) freeSince = performance.now()
      else if (supervisor === undefined) return `it ended with ${started?.exitCode ?? started?.signalCode}`
      else if (performance.now() >= freeSince + givesUpMs) {
        // Some supervisors give up after a few tries. A site that nobody serves would be worse.
        supervisor = undefined
        spawn()
      }
    }
    return `it does not answer within ${secondsIn(startMs)}`
  }
  return {
    async holdDoor() {
      const { protocol, hostname, port } = new URL(holder.url ?? 'https://none')
      if (protocol !== 'http:') return
      const host = hostname === 'localhost' ? '0.0.0.0' : hostname.replace(/^\[|\]$/g, '')
      // By the same user: the system shares a port among the listeners of one user only.
      const stdio = { stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' } as const
      door = Bun.spawn([executable, '__door', host, port], { env: {}, ...stdio, ...user })
      // A version before this one shares its port with nobody: then there is no door.
      await Promise.race([door.exited, door.stdout.getReader().read()])
    },
    async openDoor() {
      if (door?.exitCode === null) void door.stdin.end()
      await door?.exited
      door = undefined
    },
    async stop() {
      if (unit !== undefined) systemctl('stop', unit)
      let asked: number | undefined
      for (const until = performance.now() + stopMs; ; await Bun.sleep(pauseMs / 5)) {
        folder = hasEnded() ? lockFree(dataDir) : undefined
        if (folder) return undefined
        pid = presentPid()
        const isLate = performance.now() >= until
        if (isLate && (isFirst || unit !== undefined)) return `process ${pid} did not end within ${secondsIn(stopMs)}`
        // Also one that a supervisor has started meanwhile.
        const isAsked = unit !== undefined || (pid === asked && !isLate)
        if (!isAsked && existsSync(`/proc/${pid}`))
          signal(isLate && pid === started?.pid ? -pid : pid, isLate ? 'SIGKILL' : 'SIGTERM')
        asked = pid
      }
    },
    async start() {
      for (const until = performance.now() + startMs; !folder; await Bun.sleep(pauseMs)) {
        if (await answers(dataDir, pid)) return undefined
        if (performance.now() >= until) return `process ${pid} did not end within ${secondsIn(startMs)}`
        folder = lockFree(dataDir)
      }
      isFirst = false
      // It was started while the program before was in its place, and waits for the folder.
      const waiting = unit === undefined ? startedLike(first, [pid, started?.pid]) : undefined
      if (waiting !== undefined) {
        supervisor = parentOf(waiting)
        if (existsSync(`/proc/${waiting}`)) signal(waiting, 'SIGTERM')
      }
      folder.release()
      folder = undefined
      if (unit !== undefined) {
        const problem = systemctl('start', unit)
        if (problem !== undefined) return problem
      } else if (supervisor === undefined) spawn()
      return untilAnswer()
    },
    async handOver() {
      if (started === undefined) return supervisor
      const until = performance.now() + againMs
      let other: number | undefined
      while (other === undefined) {
        if (performance.now() >= until) return undefined
        // One that finds the folder locked ends after some hundredths of a second.
        await Bun.sleep(pauseMs / 10)
        other = startedAgain(first, [started.pid])
      }
      supervisor = parentOf(other)
      if (!hasEnded()) signal(started.pid, 'SIGTERM')
      pid = started.pid
      await untilAnswer()
      return supervisor
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
