import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { parentIdOf } from '../parent-process.ts'

/** How a process was started, and its parent. A supervisor that restarts it uses the same. */
export type ProcessStart = { args: string[]; cwd: string; env: Record<string, string>; parentId: number }

const partsOf = (path: string): string[] => readFileSync(path, 'utf8').split('\0').filter(Boolean)

/** Returns how a process was started, with its command first. Throws where it has ended. */
export function startOf(pid: number): ProcessStart {
  const args = partsOf(`/proc/${pid}/cmdline`)
  const env = Object.fromEntries(partsOf(`/proc/${pid}/environ`).map((line) => line.split(/=(.*)/s).slice(0, 2)))
  return { args, cwd: readlinkSync(`/proc/${pid}/cwd`), env, parentId: parentIdOf(pid) }
}

/**
 * Returns another process that was started as that one was, for the same data folder: by a
 * supervisor that starts it whenever it ends, or by hand. Neither those given nor their children
 * count: a child looks like its parent for a moment.
 */
export const startedLike = (start: ProcessStart, except: readonly (number | undefined)[]): number | undefined =>
  among(readdirSync('/proc').map(Number), start, except)

/**
 * As `startedLike`, but only among the children of the same parent, which is quick enough to see
 * one that ends at once; among all processes where this system does not list children.
 */
export const startedAgain = (start: ProcessStart, except: readonly (number | undefined)[]): number | undefined =>
  among(childrenOf(start.parentId) ?? readdirSync('/proc').map(Number), start, except)

function among(
  pids: readonly number[],
  { args, cwd, env }: ProcessStart,
  except: readonly (number | undefined)[],
): number | undefined {
  const isAlike = (pid: number) => {
    try {
      const found = startOf(pid)
      const [command = '', ...rest] = found.args
      return (
        basename(command) === basename(args[0] ?? '') &&
        Bun.deepEquals(rest, args.slice(1)) &&
        found.cwd === cwd &&
        found.env.DATA_DIR === env.DATA_DIR &&
        !except.includes(found.parentId)
      )
    } catch {
      // It has ended, or is another user's.
      return false
    }
  }
  return pids.find((pid) => pid > 0 && !except.includes(pid) && isAlike(pid))
}

/** Returns the children of all threads of a process; undefined where this system does not say. */
function childrenOf(pid: number): number[] | undefined {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`)
    return tasks.flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').map(Number))
  } catch {
    return undefined
  }
}
