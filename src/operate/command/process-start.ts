import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { parentIdOf } from '../upgrade/parent-process.ts'

/** How a process was started: what whoever starts it again would repeat. */
export type ProcessStart = { args: string[]; cwd: string; env: Record<string, string> }

const partsOf = (path: string): string[] => readFileSync(path, 'utf8').split('\0').filter(Boolean)

/** Returns how a process was started, with its command first. Throws where it has ended. */
export function startOf(pid: number): ProcessStart {
  const args = partsOf(`/proc/${pid}/cmdline`)
  const env = Object.fromEntries(partsOf(`/proc/${pid}/environ`).map((line) => line.split(/=(.*)/s).slice(0, 2)))
  return { args, cwd: readlinkSync(`/proc/${pid}/cwd`), env }
}

/**
 * Returns another process that was started as that one was, for the same data folder: by a
 * supervisor that starts it whenever it ends, or by hand. Neither those given nor their children
 * count: a child looks like its parent for a moment.
 */
export function startedLike({ args, cwd, env }: ProcessStart, except: readonly (number | undefined)[]) {
  const isAlike = (pid: number) => {
    try {
      const found = startOf(pid)
      const [command = '', ...rest] = found.args
      return (
        basename(command) === basename(args[0] ?? '') &&
        Bun.deepEquals(rest, args.slice(1)) &&
        found.cwd === cwd &&
        found.env.DATA_DIR === env.DATA_DIR &&
        !except.includes(parentIdOf(pid))
      )
    } catch {
      // It has ended, or is another user's.
      return false
    }
  }
  return readdirSync('/proc')
    .map(Number)
    .find((pid) => pid > 0 && !except.includes(pid) && isAlike(pid))
}
