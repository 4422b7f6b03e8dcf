import { statfsSync } from 'node:fs'

/** The disk that the data folder is on. */
export type Disk = {
  /** Bytes that may still be written to it. */
  freeBytes(): number
  totalBytes(): number
}

/** The disk of a folder, asked each time: others write to it too. */
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
