import { existsSync, mkdirSync } from 'node:fs'
import { link, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { hashFile } from '../blob/blobs.ts'
import type { Ctx } from '../context.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { readHead } from '../http/receive-file.ts'
import { addTrack } from './add-track.ts'
import { readWords } from './words.ts'

const keptMs = 86_400_000

/** Resumable uploads by tus 1.0 (a kept protocol with clients in many languages). Upload ids begin with the casset's id. */
export type Resumable = {
  /** Answers one tus request; the caller has checked that the casset is the sender's. Throws AppError. */
  handle(request: Request): Promise<Response>
  /** Removes uploads that were begun more than a day ago, finished or not. */
  sweep(): Promise<void>
}

/** The casset that an upload's id belongs to. */
export const cassetOfUpload = (uploadId: string) => uploadId.slice(0, 36)

/** Opens the folder of uploads; they outlive a restart, so that a broken one goes on where it was. */
export function createResumable(ctx: Ctx): Resumable {
  const directory = join(ctx.config.dataDir, 'uploads')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const failures = new WeakMap<object, AppError>()

  const server = new Server({
    path: '/api/studio/casset',
    datastore: new FileStore({ directory }),
    maxSize: ctx.config.maxUploadBytes,
    relativeLocation: true,
    allowedOrigins: [],
    disableTerminationForFinishedUploads: true,
    namingFunction: (request) => `${new URL(request.url).pathname.split('/')[4]}_${ctx.uuid()}`,
    generateUrl: (_request, { id }) => `/api/studio/casset/${cassetOfUpload(id)}/tracks/${id}`,
    getFileIdFromRequest: (_request, id) => id,
    onUploadCreate: async (_request, { metadata }) => {
      readWords({ title: metadata?.title, peaks: metadata?.peaks })
      return {}
    },
    onUploadFinish: (_request, upload) => finish(ctx, join(directory, upload.id), upload),
    onResponseError: (request, error) => {
      failures.set(request, error instanceof AppError ? error : fromTus(error))
      return undefined
    },
  })

  return {
    async handle(request) {
      const response = await server.handleWeb(request)
      if (response.status < 400) return response
      throw failures.get(request) ?? fromTus({ status_code: response.status, body: await response.text() })
    },
    async sweep() {
      for (const name of await readdir(directory)) {
        const { mtimeMs } = await stat(join(directory, name))
        if (ctx.now() - mtimeMs > keptMs) await rm(join(directory, name), { force: true })
      }
    },
  }
}

type Finished = { id: string; size?: number | undefined; metadata?: Record<string, string | null> | undefined }

/**
 * Makes a whole upload a track, once. The file stays for a day (as a second link, which takes no room), so that a client
 * that lost the last answer finds its upload complete instead of sending everything again.
 */
async function finish(ctx: Ctx, path: string, { id, size, metadata }: Finished) {
  const marker = `${path}.done`
  if (existsSync(marker)) return {}
  const copy = ctx.blobs.scratch(ctx.uuid())
  await link(path, copy)
  const [sha256, head] = await Promise.all([hashFile(copy), readHead(copy)])
  const file = { path: copy, name: metadata?.filename ?? 'Untitled', bytes: size ?? 0, sha256, head }
  const words = readWords({ title: metadata?.title, peaks: metadata?.peaks })
  const track = await addTrack(ctx, cassetOfUpload(id), file, words)
  await writeFile(marker, track.id)
  return { headers: { 'Tapedeck-Track': track.id } }
}

const codes: Record<number, ErrorCode> = {
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'BAD_STATE',
  410: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  500: 'UNAVAILABLE',
}

function fromTus(error: Error | { status_code: number; body: string }): AppError {
  if (error instanceof Error) return new AppError('UNAVAILABLE', 'The file could not be stored.', { retryAfter: 30 })
  const code = codes[error.status_code] ?? 'VALIDATION'
  if (code === 'UNAVAILABLE') return new AppError(code, 'The file could not be stored.', { retryAfter: 30 })
  return new AppError(code, error.body.trim().split('. ')[0] ?? 'The upload was refused.')
}
