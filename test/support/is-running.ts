import { readFileSync } from 'node:fs'

/** Returns whether a process is there and has not ended: its parent may not have noticed yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
