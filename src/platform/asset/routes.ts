import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { findIntact } from '../blob/find-intact.ts'
import { none } from '../http/answer/none.ts'
import { forEver } from '../http/answer/send-file.ts'
import { sendsFile, takesForm } from '../http/answer/sends.ts'
import type { Guarded } from '../http/guard.ts'
import { shownElsewhere } from '../http/headers.ts'
import { ListQuery, limitOf } from '../http/request/list-query.ts'
import { receiveForm } from '../http/request/receive-file.ts'
import { receiveWithinQuota } from '../storage/receive-within-quota.ts'
import { addAsset } from './add-asset.ts'
import { toCover } from './asset-url.ts'
import { deleteAsset } from './delete-asset.ts'
import { listAssets } from './list-assets.ts'
import { AssetAnswer, ListedAssets } from './model.ts'
import { findVariant } from './picture/find-variant.ts'
import { pictureForEmail } from './picture/picture-for-email.ts'
import { sendPicture } from './picture/send-picture.ts'

/** See rule: pictures-and-stems. */
export const asset = (ctx: Ctx) => (app: Guarded) =>
  app
    .post(
      '/api/studio/assets',
      async ({ request, author, status }) => {
        const asset = await receiveWithinQuota(ctx, author.userId, request, async (reservation) => {
          const wanted = { maxBytes: ctx.config.maxUploadBytes, fields: [], arriving: reservation.arriving }
          const { file } = await receiveForm(ctx, request, wanted)
          return addAsset(ctx, author, { ...file, reservation }, request.signal)
        })
        const { userId: _, variants: __, variantBytes: ___, createdAt: ____, durationSec: _____, ...kept } = asset
        return status(201, { asset: { ...kept, url: kept.kind === 'image' ? toCover(kept).url : null } })
      },
      {
        operation: 'uploadAsset',
        summary: 'Upload a picture or stems',
        limit: 'upload',
        session: true,
        refuses: ['BAD_STATE'],
        parse: 'none',
        detail: { requestBody: takesForm('A picture, or a zip of stems') },
        response: { 201: AssetAnswer },
      },
    )
    .get('/api/studio/assets', ({ author, query }) => listAssets(ctx, author, limitOf(query), query.cursor), {
      operation: 'listAssets',
      summary: 'List your uploaded files',
      session: true,
      query: ListQuery,
      response: { 200: ListedAssets },
    })
    .delete(
      '/api/studio/assets/:id',
      ({ author, params, status }) => status(204, none(deleteAsset(ctx, author, params.id))),
      {
        operation: 'deleteAsset',
        summary: 'Delete an uploaded file',
        session: true,
        refuses: ['BAD_STATE'],
        response: { 204: t.Undefined() },
      },
    )
    .get(
      '/api/assets/:id/:file',
      async ({ params, request }) => {
        const variant = findVariant(ctx, params.id, params.file)
        const headers = { ...shownElsewhere, 'cache-control': forEver }
        if (params.file.endsWith('.jpg')) {
          const picture = await pictureForEmail(ctx, variant, () => findIntact(ctx, variant))
          return new Response(picture.bytes, { headers: { ...headers, 'content-type': picture.type } })
        }
        return sendPicture(ctx, variant, request, headers)
      },
      {
        operation: 'fetchPicture',
        summary: 'Fetch an uploaded picture',
        limit: 'none',
        detail: { security: [], responses: sendsFile('The picture', 'image/webp', 'image/jpeg', 'image/png') },
      },
    )
