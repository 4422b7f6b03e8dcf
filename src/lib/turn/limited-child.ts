import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { platform, setPriority } from 'node:os'
import { machineMemory } from './machine-memory.ts'

/**
 * The command of a child process and its limits: processor time, resident memory (less on a machine
 * with little), and a generous wall time, since a busy machine is no fault of the child. `hasProc`:
 * whether the system has processes under /proc, as Linux does.
 */
export type LimitedChild = {
  cmd: readonly string[]
  stdin?: string
  /** Its environment; empty by default. */
  env?: Readonly<Record<string, string | undefined>>
  cpuMs: number
  rssMb: number
  wallMs?: number
  hasProc?: boolean
  /** From 0 to 19: how much it yields to other processes. */
  niceness?: number
  signal?: AbortSignal
}

/**
 * How a child ended: by itself with an answer, killed because it used up its processor time or
 * memory, killed because it had not ended long after it should have (`busy`), or crashed.
 */
export type ChildEnd =
  | { kind: 'answer'; text: string; exitCode: number }
  | { kind: 'expensive' | 'memory' | 'busy' | 'crashed' }

const watchMs = 50
const longestAnswer = 1 << 20
const leastWallMs = 600_000
const wallTimes = 10
// The unit of /proc/PID/stat, the same on every Linux.
const msPerTick = 10

/**
 * Runs a process that can neither block the server nor exceed its limits: when it does, it is
 * killed. Resolves only once it is dead.
 */
export async function runLimited(limited: LimitedChild): Promise<ChildEnd> {
  const { cmd, stdin, cpuMs, hasProc = existsSync('/proc/self/stat') } = limited
  const memory = machineMemory()
  const rssMb = Math.min(limited.rssMb, memory.childMb)
  const child = Bun.spawn({
    cmd: hasProc ? [...cmd] : limitedByShell(cmd, cpuMs),
    env: environmentOf(limited.env, memory),
    stdin: stdin === undefined ? 'ignore' : new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'ignore',
    killSignal: 'SIGKILL',
    maxBuffer: longestAnswer,
  })
  endFirst(child.pid)
  if (limited.niceness !== undefined) yieldToOthers(child.pid, limited.niceness)
  let killedFor: 'expensive' | 'memory' | 'busy' | 'crashed' = 'crashed'
  const kill = (reason: typeof killedFor) => {
    killedFor = reason
    child.kill('SIGKILL')
  }
  const timer = setTimeout(kill, limited.wallMs ?? Math.max(leastWallMs, cpuMs * wallTimes), 'busy')
  const watch = setInterval(() => {
    if (residentMb(child.pid) > rssMb) kill('memory')
    else if (processorMs(child.pid) > cpuMs) kill('expensive')
  }, watchMs)
  const abort = () => kill('busy')
  limited.signal?.addEventListener('abort', abort)
  if (limited.signal?.aborted) abort()
  const text = await new Response(child.stdout).text()
  await child.exited
  clearTimeout(timer)
  clearInterval(watch)
  limited.signal?.removeEventListener('abort', abort)
  if (child.signalCode === null) return { kind: 'answer', text, exitCode: child.exitCode ?? 0 }
  return { kind: child.signalCode === 'SIGXCPU' ? 'expensive' : killedFor }
}

/** One that asks for less memory than it may have keeps what it asked for. */
export const environmentOf = (env: LimitedChild['env'], { childMb, isTight }: ReturnType<typeof machineMemory>) => ({
  // Garbage is collected by what a machine has, and not by what the group may use of it.
  ...(isTight ? { BUN_JSC_forceRAMSize: `${childMb << 20}` } : {}),
  ...env,
  // This variable makes Bun die with its parent: a decoder in an endless loop must not outlive a
  // killed server.
  BUN_FEATURE_FLAG_NO_ORPHANS: '1',
})

/** Where usage cannot be read, the system ends the process: a shell sets a limit and becomes it. */
function limitedByShell(cmd: readonly string[], cpuMs: number): string[] {
  if (platform() === 'win32') return [...cmd]
  return ['/bin/sh', '-c', 'ulimit -t "$1" && shift && exec "$@"', 'sh', `${Math.ceil(cpuMs / 1000)}`, ...cmd]
}

/** When memory runs out, Linux ends this child and not the server, which is larger. */
function endFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // It has ended already, or this system has no such choice.
  }
}

function yieldToOthers(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // It has ended already.
  }
}

/** Only Linux reports this without another process; elsewhere memory has no limit. */
const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+) kB/.exec(told(pid, 'status'))?.[1] ?? 0) / 1024

/** A process's processor time: the 14th and 15th word; the second may contain spaces. */
function processorMs(pid: number): number {
  const [user, system] = told(pid, 'stat').split(') ').at(-1)?.split(' ').slice(11, 13) ?? []
  return (Number(user ?? 0) + Number(system ?? 0)) * msPerTick
}

function told(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
