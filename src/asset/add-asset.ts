import { rm } from 'node:fs/promises'
import { assets, type StoredVariant } from '../../db/schema/casset.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import type { ReceivedFile } from '../http/receive-file.ts'
import type { Viewer } from '../http/session.ts'
import { cutText } from '../lib/code-points.ts'
import { sha256Hex } from '../lib/hmac.ts'
import { dominantColor } from './dominant-color.ts'
import { recogniseAsset } from './recognise-asset.ts'

/** Widths that every picture is kept in, as webp. */
export const imageWidths = [256, 640, 1280] as const

const maxPixels = 60_000_000
const maxImageBytes = 25_000_000

export type Asset = typeof assets.$inferSelect

/**
 * Keeps an uploaded picture (in three widths) or a zip of stems, by content. Throws UNSUPPORTED_MEDIA_TYPE for anything
 * else, VALIDATION for a picture that cannot be read or is too large; then nothing is kept.
 */
export async function addAsset(ctx: Ctx, author: Viewer, file: ReceivedFile): Promise<Asset> {
  try {
    const found = recogniseAsset(file.head)
    const shape = found.kind === 'image' ? await keepImage(ctx, file) : emptyShape
    ctx.blobs.adopt(file.path, file.sha256)
    const row = {
      id: ctx.uuid(),
      userId: author.userId,
      kind: found.kind,
      name: cutText(file.name, 240),
      contentType: found.contentType,
      sha256: file.sha256,
      bytes: file.bytes,
      ...shape,
      createdAt: ctx.now(),
    }
    return ctx.db.insert(assets).values(row).returning().get()
  } finally {
    await rm(file.path, { force: true })
  }
}

type Shape = { width: number | null; height: number | null; color: string | null; variants: StoredVariant[] }
const emptyShape: Shape = { width: null, height: null, color: null, variants: [] }

async function keepImage(ctx: Ctx, file: ReceivedFile): Promise<Shape> {
  if (file.bytes > maxImageBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', `A picture may have ${maxImageBytes / 1_000_000} MB at most.`)
  }
  const open = () => new Bun.Image(file.path, { maxPixels })
  try {
    const { width, height } = await open().metadata()
    const variants: StoredVariant[] = []
    for (const wanted of imageWidths) {
      const bytes = await open().resize(wanted, undefined, { withoutEnlargement: true }).webp({ quality: 82 }).bytes()
      variants.push(await keepVariant(ctx, bytes, wanted))
    }
    return { width, height, color: await dominantColor(open()), variants }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error
    const hint = 'JPEG, PNG, WebP or GIF of up to 60 megapixels.'
    throw invalid('file', 'The picture cannot be read, or has too many pixels.', hint)
  }
}

async function keepVariant(ctx: Ctx, bytes: Uint8Array, width: number): Promise<StoredVariant> {
  const sha256 = sha256Hex(bytes)
  const path = ctx.blobs.scratch(ctx.uuid())
  await Bun.write(path, bytes)
  ctx.blobs.adopt(path, sha256)
  return { sha256, width, bytes: bytes.length }
}
