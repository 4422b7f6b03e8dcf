import { existsSync, mkdirSync } from 'node:fs'
import { link, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import type { Ctx } from '../../context.ts'
import { AppError, type ErrorCode, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { once } from '../../lib/turn/once.ts'
import { hashFile } from '../../platform/blob/blobs.ts'
import { notStored } from '../../platform/http/disk-full.ts'
import { readHead } from '../../platform/http/request/receive-file.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import type { Log } from '../../platform/log.ts'
import { configState } from '../../platform/own-state.ts'
import { readUploadId, toTusRequest, uploadIdOf } from './tus-request.ts'
import { type UploadKind, type UploadPlace, uploadEndings } from './upload-kind.ts'
import { uploadReservation } from './upload-reservation.ts'

const keptMs = dayMs

/** Resumable uploads by tus 1.0, an open protocol with clients in many languages. */
export type Resumable = {
  /** Answers a tus request for an upload that the caller may write to. Throws AppError. */
  handle(request: Request, place: UploadPlace): Promise<Response>
  /** Deletes an upload that can never become what it was meant to be. */
  drop(uploadId: string): Promise<void>
}

const directoryOf = (ctx: Ctx) => join(ctx.config.dataDir, 'uploads')

export const sweepUploadJob = defineJob('sweep-upload', {
  payload: t.Object({ uploadId: t.String() }),
  concurrency: 1,
  maxAttempts: 3,
  run: (ctx, { uploadId }) => sweepUpload(ctx, uploadId),
})

/**
 * Deletes an upload that nothing was written to for a day, complete or not; checks any other again
 * later. A write while the clock was ahead counts as made now.
 */
export async function sweepUpload(ctx: Ctx, uploadId: string): Promise<void> {
  const path = join(directoryOf(ctx), uploadId)
  const now = ctx.now()
  const written = existsSync(path) ? (await stat(path)).mtimeMs : 0
  const lastWrite = Math.min(written, now)
  if (written > now) await utimes(path, now / 1000, now / 1000)
  if (lastWrite + keptMs > now) ctx.jobs.add(sweepUploadJob, { uploadId }, { runAt: lastWrite + keptMs })
  else {
    await removeUpload(path)
    uploadReservation(ctx, uploadId).release()
  }
}

/** Makes the folder of uploads, which survive a restart, so that they can be resumed. */
export const makeUploadFolder = (ctx: Ctx): void => void mkdirSync(directoryOf(ctx), { recursive: true, mode: 0o700 })

export const resumableOf = configState((ctx): Resumable => {
  const directory = directoryOf(ctx)
  const places = new WeakMap<Request, UploadPlace>()
  const failures = new WeakMap<Request, AppError>()
  const placeOf = (request: Request): UploadPlace => {
    const place = places.get(request)
    if (!place) throw notFound('upload')
    return place
  }

  // Loaded at the first upload: it would add 15 ms to every start, most of it for Node's HTTP,
  // which is never used here.
  const server = once(async () => {
    const { createTusServer } = await import('./tus-server.ts')
    return createTusServer(ctx, directory, {
      placeOf,
      onCreated: (uploadId) => ctx.jobs.add(sweepUploadJob, { uploadId }, { runAt: ctx.now() + keptMs }),
      onFinished: (upload, { kind }) => finish(ctx, kind, join(directory, upload.id), upload),
      onRefused: (request, error) => void failures.set(request, fromTus(ctx.log, error)),
    })
  })

  return {
    async drop(uploadId) {
      await removeUpload(join(directory, uploadId))
      uploadReservation(ctx, uploadId).release()
    },
    async handle(request, place) {
      const asked = toTusRequest(request, place)
      places.set(asked, place)
      const response = await (await server()).handleWeb(asked)
      if (response.status >= 400) {
        throw failures.get(asked) ?? fromTus(ctx.log, { status_code: response.status, body: await response.text() })
      }
      if (request.method === 'PATCH' && place.uploadId !== null) await touch(ctx, join(directory, place.uploadId))
      return response
    },
  }
})

/** Sets a file's modification time by our clock, which the sweep uses. */
async function touch(ctx: Ctx, path: string): Promise<void> {
  await utimes(path, ctx.now() / 1000, ctx.now() / 1000).catch(() => {})
}

type Finished = { id: string; size?: number | undefined; metadata?: Record<string, string | null> | undefined }

/**
 * Stores a complete upload as what it is, once. The file stays for a day (as a hard link, which
 * takes no space), so that a client that missed the last answer finds its upload complete instead
 * of sending everything again. Files that we cannot accept are deleted at once.
 */
async function finish(ctx: Ctx, kind: UploadKind, path: string, { id: uploadId, size, metadata }: Finished) {
  const marker = `${path}.done`
  const { id, cassetId } = readUploadId(kind, uploadId)
  const answer = { headers: { [kind.answersIn]: id } }
  if (existsSync(marker)) return answer
  const copy = ctx.blobs.scratch(ctx.uuid())
  const reservation = uploadReservation(ctx, uploadId)
  try {
    reservation.hold(size ?? 0)
    await link(path, copy)
    const [sha256, head] = await Promise.all([hashFile(copy), readHead(copy)])
    const file = { path: copy, name: metadata?.filename ?? '', bytes: size ?? 0, sha256, head, reservation }
    await kind.add(ctx, cassetId, file, metadata ?? {}, id)
  } catch (error) {
    await rm(copy, { force: true })
    if (error instanceof AppError) {
      await removeUpload(path)
      reservation.release()
    }
    throw error
  }
  await writeFile(marker, '')
  return answer
}

/** Deletes the upload of what was deleted, which would keep its bytes for the rest of the day. */
export async function forgetUpload(ctx: Ctx, { id, cassetId }: { id: string; cassetId: string }): Promise<void> {
  const ids = uploadEndings.map((ending) => uploadIdOf({ ending }, { cassetId, id }))
  await Promise.all(ids.map((uploadId) => removeUpload(join(directoryOf(ctx), uploadId))))
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
}

function fromTus(log: Log, error: Error | { status_code: number; body: string }): AppError {
  if (error instanceof AppError) return error
  const status = 'status_code' in error ? error.status_code : undefined
  const body = 'body' in error ? error.body : undefined
  if (typeof status !== 'number' || status === 500) return notStored(log, error)
  const said = typeof body === 'string' ? body.trim().split('. ')[0] : undefined
  return new AppError(codes[status] ?? 'VALIDATION', said ?? say('The upload was refused.'))
}
