import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { EVENTS, MemoryLocker, Server, type Upload } from '@tus/server'
import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { ownState } from '../../platform/own-state.ts'
import { uploadIdOf, uploadPath } from './tus-request.ts'
import type { UploadPlace } from './upload-kind.ts'
import { beginUpload, undeclaredBytes, uploadReservation } from './upload-reservation.ts'

type Around = {
  placeOf(request: Request): UploadPlace
  /** Called in the transaction that starts an upload. */
  onCreated(uploadId: string): void
  /** Returns further fields of the answer to the last chunk. */
  onFinished(upload: Upload, place: UploadPlace): Promise<{ headers: Record<string, string> }>
  onRefused(request: Request, error: Error | { status_code: number; body: string }): void
}

// An upload that began with other settings may still be arriving.
const locker = ownState(() => new MemoryLocker())

export function createTusServer(ctx: Ctx, directory: string, around: Around): Server {
  const { placeOf } = around
  const server = new Server({
    path: '/api/studio/casset',
    datastore: new UploadStore(directory, (path) => ctx.blobs.sync(path)),
    maxSize: ctx.config.maxUploadBytes,
    locker: locker(ctx),
    relativeLocation: true,
    allowedOrigins: [],
    disableTerminationForFinishedUploads: true,
    namingFunction: (request) => {
      const { kind, cassetId } = placeOf(request)
      return uploadIdOf(kind, { cassetId, id: ctx.uuid() })
    },
    generateUrl: (request, { id }) => uploadPath({ ...placeOf(request), uploadId: id }),
    // The library would use the end of the URL, but the access check has already decided which
    // upload is meant.
    getFileIdFromRequest: (request) => placeOf(request).uploadId ?? undefined,
    onUploadCreate: async (request, { id, size, metadata }) => {
      placeOf(request).kind.checkFields(metadata ?? {})
      inTransaction(ctx.db, () => {
        beginUpload(ctx, id, size ?? undeclaredBytes(ctx, request))
        around.onCreated(id)
      })
      return {}
    },
    onUploadFinish: (request, upload) => around.onFinished(upload, placeOf(request)),
    onResponseError: (request, error) => {
      around.onRefused(request, error)
      return undefined
    },
  })
  server.on(EVENTS.POST_TERMINATE, (_request, _response, id) => uploadReservation(ctx, id).release())
  return server
}

/**
 * Stores uploads in progress as files. The library's own store hides why a write failed, and
 * confirms a chunk before it is on the disk.
 */
class UploadStore extends FileStore {
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
