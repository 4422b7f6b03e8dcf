import { heapStats } from 'bun:jsc'

const tries = 3

/** Returns how long a piece of work kept the thread that runs everything busy, in ms. */
async function once(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Garbage of the tests before it is collected first: in a heap of a gigabyte that takes 80 ms. */
async function leastOfTries(measure: () => Promise<number>, most: number): Promise<number> {
  let least = await measure()
  for (let tried = 1; tried < tries && least > most; tried += 1) {
    Bun.gc(true)
    least = Math.min(least, await measure())
  }
  return least
}

/**
 * Returns what a piece of work takes of this thread's processor time, in ms: the least of some
 * tries when the first is over, since compiling and collecting garbage are no part of it.
 */
export async function loopMs(work: () => unknown, most: number): Promise<number> {
  return leastOfTries(() => once(work), most)
}

/**
 * Returns how long a piece of work kept this thread busy without giving way to others, in ms: the
 * least of some tries when the first is over. Not what it took in all.
 */
export async function longestTurnMs(work: () => unknown, most: number): Promise<number> {
  const once = async () => {
    let longest = 0
    let isOver = false
    let before = process.threadCpuUsage()
    const look = () => {
      const now = process.threadCpuUsage()
      longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1000)
      before = now
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    await work()
    isOver = true
    // An answer comes within the turn that made it, before anybody else has theirs.
    look()
    return longest
  }
  return leastOfTries(once, most)
}

/**
 * Returns how many bytes the program's values take once garbage is collected, buffers and files in
 * memory included. The process as a whole keeps what the engine may need again, a different amount
 * after each run.
 */
export function keptBytes(): number {
  Bun.gc(true)
  return heapStats().heapSize
}
