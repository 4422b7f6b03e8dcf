import { readFileSync } from 'node:fs'

/** The command of a child process and its limits: wall time, and resident memory. */
export type LimitedChild = { cmd: readonly string[]; stdin?: string; timeoutMs: number; rssMb: number }

/** How a child ended: with an answer, killed for exceeding its limits, or crashed. */
export type ChildEnd = { kind: 'answer'; text: string } | { kind: 'timeout' | 'memory' | 'crashed' }

const watchMs = 50
const longestAnswer = 1 << 20

/**
 * Runs a process that can neither block the server nor exceed its limits: when it does, it is killed. Resolves only
 * once it is dead.
 */
export async function runLimited({ cmd, stdin, timeoutMs, rssMb }: LimitedChild): Promise<ChildEnd> {
  const child = Bun.spawn({
    cmd: [...cmd],
    // This variable makes Bun die with its parent: a decoder in an endless loop must not outlive a killed server.
    env: { BUN_FEATURE_FLAG_NO_ORPHANS: '1' },
    stdin: stdin === undefined ? 'ignore' : new Blob([stdin]),
    stdout: 'pipe',
    stderr: 'ignore',
    killSignal: 'SIGKILL',
    maxBuffer: longestAnswer,
  })
  let killedFor: 'timeout' | 'memory' | 'crashed' = 'crashed'
  const kill = (reason: 'timeout' | 'memory') => {
    killedFor = reason
    child.kill('SIGKILL')
  }
  const timer = setTimeout(kill, timeoutMs, 'timeout')
  const watch = setInterval(() => residentMb(child.pid) > rssMb && kill('memory'), watchMs)
  const text = await new Response(child.stdout).text()
  await child.exited
  clearTimeout(timer)
  clearInterval(watch)
  return child.signalCode === null ? { kind: 'answer', text } : { kind: killedFor }
}

/** Only Linux tells this without another process; elsewhere only the time limit applies. */
function residentMb(pid: number): number {
  try {
    const pages = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(pages ?? 0) / 1024
  } catch {
    return 0
  }
}
