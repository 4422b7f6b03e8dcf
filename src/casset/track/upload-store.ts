import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { Blobs } from '../../platform/blob/blobs.ts'

/**
 * Stores uploads in progress as files. The library's own store hides why a write failed, and confirms a chunk before it
 * is on the disk.
 */
export class UploadStore extends FileStore {
  readonly #blobs: Pick<Blobs, 'sync'>

  constructor(directory: string, blobs: Pick<Blobs, 'sync'>) {
    super({ directory })
    this.#blobs = blobs
  }

  override async write(readable: Readable, uploadId: string, offset: number): Promise<number> {
    const path = join(this.directory, uploadId)
    const file = createWriteStream(path, { flags: 'r+', start: offset })
    await pipeline(readable, file)
    await this.#blobs.sync(path)
    return offset + file.bytesWritten
  }
}
