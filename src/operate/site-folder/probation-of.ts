import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { giveToOwnerOf, writeAnew } from '../../lib/file/private-files.ts'
import type { Probation } from '../../platform/http/site/probation.ts'

// By then the id of a process that was killed may be another one's.
const longestMs = 300_000
const pauseMs = 20

const pathOf = (dataDir: string) => join(dataDir, 'upgrade', 'probation')

/**
 * Puts the program that starts on this site next on probation, until `endProbation` or the end of
 * this process: it answers no request but `/healthz` and runs no job.
 */
export function beginProbation(dataDir: string, ownPid: number): void {
  writeAnew(pathOf(dataDir), String(ownPid))
  giveToOwnerOf(dataDir, pathOf(dataDir))
}

export const endProbation = (dataDir: string): void => rmSync(pathOf(dataDir), { force: true })

/** Returns whether the program on this site has let nobody in yet: it ends its probation first. */
export const isOnProbation = (dataDir: string): boolean => existsSync(pathOf(dataDir))

/** Returns the process that put the next start on probation. */
function authorOf(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(pathOf(dataDir), 'utf8'))
  } catch {
    return undefined
  }
}

/** Returns the probation of a program that starts; undefined without one. */
export function probationOf(dataDir: string, isAlive: (pid: number) => boolean): Probation | undefined {
  if (authorOf(dataDir) === undefined) return undefined
  let isEnding = false
  const isOver = () => {
    const author = authorOf(dataDir)
    return author === undefined || !isAlive(author)
  }
  const passed = (async () => {
    const until = performance.now() + longestMs
    while (!isEnding && !isOver() && performance.now() < until) await Bun.sleep(pauseMs)
    if (!isEnding) endProbation(dataDir)
    return !isEnding
  })()
  return {
    passed,
    end() {
      isEnding = true
    },
  }
}
