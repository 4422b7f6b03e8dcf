import { readFileSync } from 'node:fs'

/** Returns the id of the process that started another. Throws where that has ended. */
export const parentIdOf = (pid: number): number =>
  Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

export function parentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${parentIdOf(pid)}/comm`, 'utf8').trim()
  } catch {
    // Either has ended.
    return 'Another program'
  }
}

/** First processes of containers, which end together with the one that these have started. */
const containerStarts = new Set(['tini', 'dumb-init', 'docker-init', 'podman-init', 'catatonit'])

/** Returns whether a container ends together with that process. */
export const isContainer = (pid: number): boolean =>
  pid === 1 || (parentIdOf(pid) === 1 && containerStarts.has(parentOf(pid)))
