import { eq } from 'drizzle-orm'
import { Elysia, t } from 'elysia'
import { assets } from '../../db/schema/casset.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { guard } from '../http/guard.ts'
import { receiveForm } from '../http/receive-file.ts'
import { addAsset } from './add-asset.ts'
import { toCover } from './asset-url.ts'

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

/** Uploading pictures and stems, and the public sizes of pictures (contract 4). */
export const asset = (ctx: Ctx) =>
  new Elysia({ name: 'asset' })
    .use(guard(ctx))
    .post(
      '/api/studio/assets',
      async ({ request, author, status }) => {
        const { file } = await receiveForm(ctx, request, { maxBytes: ctx.config.maxUploadBytes, fields: [] })
        const { userId: _, variants: __, createdAt: ___, ...kept } = await addAsset(ctx, author, file)
        return status(201, { asset: { ...kept, url: kept.kind === 'image' ? toCover(kept).url : null } })
      },
      { limit: 'upload', session: true, parse: 'none', response: { 201: AssetAnswer } },
    )
    .get('/api/assets/:id/:file', ({ params }) => {
      const row = ctx.db.select().from(assets).where(eq(assets.id, params.id)).get()
      const variant = row?.variants.find(({ width }) => `${width}.webp` === params.file)
      if (!variant) throw notFound('picture')
      return new Response(Bun.file(ctx.blobs.path(variant.sha256)), {
        headers: {
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          etag: `"${variant.sha256}"`,
        },
      })
    })
