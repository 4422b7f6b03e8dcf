import { existsSync, mkdirSync } from 'node:fs'
import { link, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { hashFile } from '../blob/blobs.ts'
import type { Ctx } from '../context.ts'
import { AppError, type ErrorCode, notFound } from '../errors.ts'
import { diskFull } from '../http/disk-full.ts'
import { readHead } from '../http/receive-file.ts'
import type { NewJob } from '../job/jobs.ts'
import { addTrack } from './add-track.ts'
import { readWords } from './words.ts'

const keptMs = 86_400_000
const idPattern = /^(?<cassetId>[0-9a-f-]{36})_(?<trackId>[0-9a-f-]{36})$/

/** Resumable uploads by tus 1.0 (a kept protocol with clients in many languages). */
export type Resumable = {
  /** Answers one tus request; the caller has checked that the casset is the sender's. Throws AppError. */
  handle(request: Request): Promise<Response>
}

/**
 * What an upload's id says: its casset, and the track it becomes. Throws NOT_FOUND for any other text, which the store
 * would take for a path.
 */
export function placeOfUpload(uploadId: string): { cassetId: string; trackId: string } {
  const { cassetId, trackId } = idPattern.exec(uploadId)?.groups ?? {}
  if (cassetId === undefined || trackId === undefined) throw notFound('upload')
  return { cassetId, trackId }
}

const directoryOf = (ctx: Ctx) => join(ctx.config.dataDir, 'uploads')

const sweepUploadJob = (uploadId: string, runAt: number): NewJob => ({
  kind: 'sweep-upload',
  payload: { uploadId },
  runAt,
})

/** Removes an upload that nothing was written to for a day, finished or not; looks again later at any other. */
export async function sweepUpload(ctx: Ctx, uploadId: string): Promise<void> {
  const path = join(directoryOf(ctx), uploadId)
  const lastWrite = existsSync(path) ? (await stat(path)).mtimeMs : 0
  if (lastWrite + keptMs > ctx.now()) ctx.jobs.add(sweepUploadJob(uploadId, lastWrite + keptMs))
  else await removeUpload(path)
}

/** Opens the folder of uploads; they outlive a restart, so that a broken one goes on where it was. */
export function createResumable(ctx: Ctx): Resumable {
  const directory = directoryOf(ctx)
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
    generateUrl: (_request, { id }) => `/api/studio/casset/${placeOfUpload(id).cassetId}/tracks/${id}`,
    getFileIdFromRequest: (_request, id) => id,
    onUploadCreate: async (_request, { id, metadata }) => {
      readWords({ title: metadata?.title, peaks: metadata?.peaks })
      ctx.jobs.add(sweepUploadJob(id, ctx.now() + keptMs))
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
  }
}

type Finished = { id: string; size?: number | undefined; metadata?: Record<string, string | null> | undefined }

/**
 * Makes a whole upload a track, once. The file stays for a day (as a second link, which takes no room), so that a client
 * that lost the last answer finds its upload complete instead of sending everything again. What we cannot take is
 * removed at once.
 */
async function finish(ctx: Ctx, path: string, { id, size, metadata }: Finished) {
  const marker = `${path}.done`
  const { trackId, cassetId } = placeOfUpload(id)
  if (existsSync(marker)) return { headers: { 'Tapedeck-Track': trackId } }
  const copy = ctx.blobs.scratch(ctx.uuid())
  try {
    await link(path, copy)
    const [sha256, head] = await Promise.all([hashFile(copy), readHead(copy)])
    const file = { path: copy, name: metadata?.filename ?? '', bytes: size ?? 0, sha256, head }
    await addTrack(ctx, cassetId, file, { title: metadata?.title, peaks: metadata?.peaks }, trackId)
  } catch (error) {
    await rm(copy, { force: true })
    if (error instanceof AppError) await removeUpload(path)
    throw error
  }
  await writeFile(marker, '')
  return { headers: { 'Tapedeck-Track': trackId } }
}

const removeUpload = (path: string) =>
  Promise.all(['', '.json', '.done'].map((ending) => rm(`${path}${ending}`, { force: true })))

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
  const notStored = () => new AppError('UNAVAILABLE', 'The file could not be stored.', { retryAfter: 30 })
  if (error instanceof Error) return diskFull(error) ?? notStored()
  const code = codes[error.status_code] ?? 'VALIDATION'
  if (code === 'UNAVAILABLE') return notStored()
  return new AppError(code, error.body.trim().split('. ')[0] ?? 'The upload was refused.')
}
