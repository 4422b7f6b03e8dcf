import { statSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { peaksOf, readWaveforms } from '../../casset/track/measure/read-waveforms.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { runLimited } from '../../lib/turn/limited-child.ts'
import { createSemaphore, SemaphoreFull } from '../../lib/turn/semaphore.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { ownState } from '../../platform/own-state.ts'
import { refuseFullDisk } from '../../platform/storage/keep-free.ts'
import { type DrawRequest, endingOf, keyOf, type SharePicture } from './share-picture.ts'

const mostBytes = 600_000
const keptMs = 30 * dayMs
const limits = { cpuMs: 20_000, rssMb: 400 }

/** The pictures that are being drawn, by their keys; one at a time, and nobody waits for long. */
const drawings = ownState(() => ({
  byKey: new Map<string, Promise<void>>(),
  semaphore: createSemaphore({ atOnce: 1, waiting: 20 }),
}))

const isPicture = '^[0-9a-f-]+-share-[0-9a-f]+\\.(?:png|jpg)$'
// The casset comes first: all that was made of it is deleted with it.
const fileName = (picture: SharePicture) => `${picture.cassetId}-share-${keyOf(picture)}.${endingOf(picture)}`

/** Throws UNAVAILABLE when it cannot be drawn now. */
export async function cachedPicture(ctx: Ctx, picture: SharePicture): Promise<{ path: string; bytes: number }> {
  const path = ctx.blobs.made(fileName(picture))
  if (sizeOf(path) === undefined) await drawOnce(ctx, picture, path)
  const bytes = sizeOf(path)
  if (bytes === undefined) throw notNow(say('The picture could not be drawn.'))
  return { path, bytes }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size

const notNow = (message: string) => new AppError('UNAVAILABLE', message, { retryAfter: 30 })

function drawOnce(ctx: Ctx, picture: SharePicture, path: string): Promise<void> {
  const { byKey, semaphore } = drawings(ctx)
  const running = byKey.get(path)
  if (running) return running
  refuseFullDisk(ctx, mostBytes)
  const drawing = semaphore(() => draw(ctx, picture, path))
    .catch((error: unknown) => {
      throw error instanceof SemaphoreFull ? notNow(say('Too many pictures are being drawn.')) : error
    })
    .finally(() => byKey.delete(path))
  byKey.set(path, drawing)
  return drawing
}

/** Draws in a child of this program, as any work with pictures of others could exhaust a server. */
async function draw(ctx: Ctx, picture: SharePicture, path: string): Promise<void> {
  const scratch = ctx.blobs.scratch(ctx.uuid())
  const waveform = picture.trackId === null ? undefined : readWaveforms(ctx, [picture.trackId])[picture.trackId]
  const request: DrawRequest = {
    picture,
    peaks: waveform === undefined ? [] : peaksOf(waveform),
    cover: picture.cover === null ? null : ctx.blobs.forChild(picture.cover),
    scratch,
  }
  await mkdir(scratch, { mode: 0o700 })
  try {
    const end = await runLimited({ cmd: [...ctx.selfCommand, '__draw'], stdin: JSON.stringify(request), ...limits })
    const drawn = join(scratch, 'picture')
    if (sizeOf(drawn) === undefined) {
      ctx.log.warn('a share picture could not be drawn', { end: end.kind })
      return
    }
    await rename(drawn, path)
    ctx.jobs.add(sweepPictureJob, { name: fileName(picture) }, { runAt: ctx.now() + keptMs })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Deletes a picture a month after it was drawn: one that is still asked for is drawn again. */
export const sweepPictureJob = defineJob('sweep-picture', {
  payload: t.Object({ name: t.String({ pattern: isPicture }) }),
  concurrency: 1,
  maxAttempts: 3,
  run: (ctx, { name }) => rm(ctx.blobs.made(name), { force: true }),
})
