import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { once } from './once.ts'

const mb = 1 << 20

/**
 * Returns the memory that this process may use, in MB: that of the machine, or the least that a
 * control group around it allows (Linux, cgroup v1 and v2). `root`: where `/proc` and `/sys` are.
 */
export function readMemoryMb(root = '/', machineMb = totalmem() / mb): number {
  const limits = groupsIn(read(join(root, 'proc/self/cgroup'))).flatMap(({ mount, path, file }) =>
    upwards(path).map((group) => Number(read(join(root, mount, group, file)).trim() || Number.NaN) / mb),
  )
  // Without a limit the file says "max", or a number that no machine has.
  return Math.min(machineMb, ...limits.filter((limit) => limit > 0))
}

/** The memory that this process may use, read once. */
export const machineMemory = once(() => memoryOf(readMemoryMb()))

// The server has so much for itself while it works, without the pages of the executable, which it
// shares with its children.
const serverMb = 64
// Two files at a time, each a child of up to 200 MB, beside the server.
const roomyMb = 512

/**
 * Returns how large a child of the server may become on a machine with so much memory (in MB), and
 * whether files that came in are measured one at a time.
 */
export const memoryOf = (mb: number): { mb: number; childMb: number; isTight: boolean } => ({
  mb,
  childMb: Math.max(0, mb - serverMb),
  isTight: mb < roomyMb,
})

type Group = { mount: string; path: string; file: string }

/** Returns the groups that limit memory: lines are `id:controllers:path`. */
function groupsIn(lines: string): Group[] {
  return lines.split('\n').flatMap((line) => {
    const [, controllers, path = '/'] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers === '') return [{ mount: 'sys/fs/cgroup', path, file: 'memory.max' }]
    const isMemory = controllers?.split(',').includes('memory') ?? false
    return isMemory ? [{ mount: 'sys/fs/cgroup/memory', path, file: 'memory.limit_in_bytes' }] : []
  })
}

/**
 * Returns a control group and all its parents, each of which can set a limit. In a container the
 * path is the host's, and only the root exists.
 */
const upwards = (path: string): string[] => (path === '/' ? [path] : [path, ...upwards(dirname(path))])

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
