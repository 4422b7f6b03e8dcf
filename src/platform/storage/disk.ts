import { statfsSync } from 'node:fs'

export type Disk = {
  /** Returns how many bytes can still be written. */
  freeBytes(): number
  totalBytes(): number
}

/** Returns the disk of a folder. It is asked each time, because other programs write to it too. */
export const openDisk = (dir: string): Disk => ({
  freeBytes() {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize
  },
  totalBytes() {
    const { blocks, bsize } = statfsSync(dir)
    return blocks * bsize
  },
})
