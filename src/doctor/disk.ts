import { statfsSync } from 'node:fs'
import type { Check } from './check.ts'

const gigabyte = 1_000_000_000

/** Whether the data folder has room: a gigabyte at least, and two uploads of the largest size. */
export const disk: Check = {
  name: 'disk',
  look({ config: { dataDir, maxUploadBytes } }) {
    const { bavail, bsize } = statfsSync(dataDir)
    const free = bavail * bsize
    const gigabytes = (free / gigabyte).toFixed(1)
    if (free >= Math.max(gigabyte, 2 * maxUploadBytes)) return { note: `${gigabytes} GB free` }
    return { problem: `only ${gigabytes} GB are free`, mend: 'make room, or move DATA_DIR to a larger disk' }
  },
}
