import { rm } from 'node:fs/promises'
import { Elysia, t } from 'elysia'
import { refuseDamaged } from '../blob/refuse-damaged.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { guard } from '../http/guard.ts'
import { type ReceivedFile, receiveForm } from '../http/receive-file.ts'
import { forEver, sendFile } from '../http/send-file.ts'
import { sends } from '../http/sends.ts'
import { createGate, GateFull } from '../lib/gate.ts'
import { addAsset } from './add-asset.ts'
import { toCover } from './asset-url.ts'
import { findVariant } from './find-variant.ts'

const AssetAnswer = t.Object({
  asset: t.Object({
    id: t.String(),
    kind: t.UnionEnum(['image', 'stems']),
    name: t.String(),
    contentType: t.String(),
    bytes: t.Integer(),
    sha256: t.String(),
    width: t.Union([t.Integer(), t.Null()]),
    height: t.Union([t.Integer(), t.Null()]),
    color: t.Union([t.String(), t.Null()]),
    url: t.Union([t.String(), t.Null()]),
  }),
})

/** Pictures are read two at a time, since a large one takes hundreds of megabytes while it is open. */
async function refuseCrowd(file: ReceivedFile, error: unknown): Promise<never> {
  if (!(error instanceof GateFull)) throw error
  await rm(file.path, { force: true })
  throw new AppError('UNAVAILABLE', 'Too many pictures are being read.', { retryAfter: 5 })
}

/** Uploading pictures and stems, and the public sizes of pictures (contract 4). */
export const asset = (ctx: Ctx) => {
  const gate = createGate({ atOnce: 2, waiting: 30 })
  return new Elysia({ name: 'asset' })
    .use(guard(ctx))
    .post(
      '/api/studio/assets',
      async ({ request, author, status }) => {
        const { file } = await receiveForm(ctx, request, { maxBytes: ctx.config.maxUploadBytes, fields: [] })
        const asset = await gate(() => addAsset(ctx, author, file)).catch((error) => refuseCrowd(file, error))
        const { userId: _, variants: __, createdAt: ___, ...kept } = asset
        return status(201, { asset: { ...kept, url: kept.kind === 'image' ? toCover(kept).url : null } })
      },
      { limit: 'upload', session: true, parse: 'none', response: { 201: AssetAnswer } },
    )
    .get(
      '/api/assets/:id/:file',
      async ({ params, request }) => {
        const variant = findVariant(ctx, params.id, params.file)
        await refuseDamaged(ctx, variant)
        const { sha256, bytes } = variant
        const headers = { 'content-type': 'image/webp', 'cache-control': forEver }
        return sendFile({ path: ctx.blobs.path(sha256), bytes, etag: `"${sha256}"`, headers }, request)
      },
      { detail: { responses: { 200: sends('The picture', 'image/webp') } } },
    )
}
