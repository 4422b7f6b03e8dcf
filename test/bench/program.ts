import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A process under measurement, on the first core; the load comes from the second. */
export type Program = {
  url: string
  port: number
  pid: number
  /** The text that it printed until it listened. */
  said: string
  startedMs: number
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts a command and waits for its `listening on` line. */
export async function startProgram(
  command: string[],
  env: Record<string, string> = {},
  isPinned = true,
): Promise<Program> {
  const from = performance.now()
  const pinned = isPinned && Bun.which('taskset') ? ['taskset', '-c', '0', ...command] : command
  const child = Bun.spawn(pinned, { env: { PATH: Bun.env.PATH ?? '', ...env }, stdout: 'pipe', stderr: 'inherit' })
  let text = ''
  for await (const piece of child.stdout) {
    text += new TextDecoder().decode(piece)
    if (text.includes('listening on')) break
  }
  const url = /listening on (\S+)/.exec(text)?.[1]
  if (!url) throw new Error(`${command.join(' ')} did not start: ${text}`)
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    said: text,
    startedMs: performance.now() - from,
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}

/** A folder that goes with its scope. */
export function scratchFolder(): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tapedeck-bench-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Resident memory of a process in megabytes, from /proc. */
export async function rssMb(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text()
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/**
 * Returns a process's memory in MB, from /proc, where a page that several share counts in part; 0
 * once it has ended.
 */
export async function ownMb(pid: number): Promise<number> {
  const rollup = await Bun.file(`/proc/${pid}/smaps_rollup`)
    .text()
    .catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
}

/** Seconds of processor that a process has used, from /proc. */
export async function cpuSec(pid: number): Promise<number> {
  const fields = (await Bun.file(`/proc/${pid}/stat`).text()).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
