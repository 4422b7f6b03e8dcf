import { rm } from 'node:fs/promises'
import { problemText } from '../../casset/audio/ingest/master/problem-text.ts'
import { type ClipContainer, isOfMachine, type Remuxed } from '../../casset/audio/ingest/media.ts'
import { runMedia } from '../../casset/audio/ingest/run-media.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { type Asset, storeAsset } from '../../platform/asset/add-asset.ts'
import { hashFile } from '../../platform/blob/blobs.ts'
import { storeFiles } from '../../platform/blob/store-files.ts'
import type { ReceivedFile } from '../../platform/http/request/receive-file.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { recogniseClip } from './recognise-clip.ts'

/** The most bytes of an uploaded clip. */
export const maxClipBytes = 60_000_000

// Its sender waits for the answer.
const patienceMs = 120_000

/**
 * Stores the picture and sound of an uploaded clip, and nothing else from the file (rule: clips).
 * Throws UNSUPPORTED_MEDIA_TYPE for a file that is no clip, VALIDATION for a clip that is damaged,
 * too long or not playable everywhere; then nothing is stored.
 */
export async function addClip(ctx: Ctx, author: Viewer, file: ReceivedFile): Promise<Asset> {
  const clip = ctx.blobs.scratch(ctx.uuid())
  try {
    const remuxed = await remux(ctx, recogniseClip(file.head), file.path, clip)
    file.reservation?.hold(remuxed.bytes)
    return await keep(ctx, author, file, { path: clip, remuxed })
  } finally {
    await Promise.all([file.path, clip].map((path) => rm(path, { force: true })))
  }
}

async function remux(ctx: Ctx, container: ClipContainer, master: string, clip: string): Promise<Remuxed> {
  const result = await runMedia(ctx.selfCommand, { op: 'remux', container, master, clip }, { wallMs: patienceMs })
  if (result.ok) return result
  if (isOfMachine(result)) throw new AppError('UNAVAILABLE', problemText(result.problem), { retryAfter: 60 })
  throw invalid('file', problemText(result.problem))
}

async function keep(ctx: Ctx, author: Viewer, file: ReceivedFile, clip: { path: string; remuxed: Remuxed }) {
  const { bytes, contentType, durationSec, width, height } = clip.remuxed
  const sha256 = await hashFile(clip.path)
  const row = { kind: 'clip', bytes, contentType, durationSec, width, height, sha256 } as const
  return storeFiles(ctx, [{ path: clip.path, sha256 }], () => storeAsset(ctx, author, file, row))
}
