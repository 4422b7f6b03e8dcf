import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'

/**
 * Stores uploads in progress as files. The library's own store hides why a write failed, and
 * confirms a chunk before it is on the disk.
 */
export class UploadStore extends FileStore {
  readonly #sync: (path: string) => Promise<void>

  /** `sync` waits until a file's bytes are on the disk. */
  constructor(directory: string, sync: (path: string) => Promise<void>) {
    super({ directory })
    this.#sync = sync
  }

  override async write(readable: Readable, uploadId: string, offset: number): Promise<number> {
    const path = join(this.directory, uploadId)
    const file = createWriteStream(path, { flags: 'r+', start: offset })
    await pipeline(readable, file)
    await this.#sync(path)
    return offset + file.bytesWritten
  }
}
