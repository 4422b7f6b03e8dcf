import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { none } from '../../platform/http/answer/none.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { receiveForm } from '../../platform/http/request/receive-file.ts'
import { receiveWithinQuota } from '../../platform/storage/receive-within-quota.ts'
import { receiveUpload } from '../upload/receive-upload.ts'
import { placeOfRequest } from '../upload/tus-request.ts'
import { describeUpload } from '../upload/upload-description.ts'
import { addExtra } from './add-extra.ts'
import { changeExtra } from './change-extra.ts'
import { extraUpload } from './extra-upload.ts'
import { ExtraAnswer, ExtraPatch, OwnExtras } from './model.ts'
import { readOwnExtras, toOwnExtra } from './own-extra.ts'
import { removeExtra } from './remove-extra.ts'

const described = { file: 'The file', fields: {}, tusFields: 'filename' }

/** Files that come with a casset: adding, changing and removing them (rule: extras). */
export const extra = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/studio/casset/:id/extras', ({ params, author }) => readOwnExtras(ctx, author, params.id), {
      operation: 'listExtras',
      summary: 'List what comes with your casset',
      session: true,
      refuses: ['FORBIDDEN'],
      response: { 200: OwnExtras },
    })
    .post(
      '/api/studio/casset/:id/extras',
      async ({ params, request, author, status }) => {
        const place = placeOfRequest(ctx, extraUpload, author, params)
        if (request.headers.has('tus-resumable')) return receiveUpload(ctx, request, author, place)
        extraUpload.refuseMore(ctx, author, place.cassetId, 0)
        return receiveWithinQuota(ctx, author.userId, request, async (reservation) => {
          const wanted = { maxBytes: ctx.config.maxUploadBytes, fields: [], arriving: reservation.arriving }
          const { file } = await receiveForm(ctx, request, wanted)
          const added = await addExtra(ctx, place.cassetId, { ...file, reservation }, ctx.uuid())
          return status(201, { extra: toOwnExtra(added) })
        })
      },
      {
        operation: 'uploadExtra',
        summary: 'Add a file that comes with your casset',
        limit: 'upload',
        session: true,
        refuses: ['BAD_STATE'],
        parse: 'none',
        detail: describeUpload(described),
        response: { 201: ExtraAnswer },
      },
    )
    .patch(
      '/api/studio/extras/:id',
      ({ params, body, author }) => ({ extra: toOwnExtra(changeExtra(ctx, author, params.id, body)) }),
      {
        operation: 'updateExtra',
        summary: 'Rename or move a file that comes with your casset',
        session: true,
        refuses: ['FORBIDDEN'],
        body: ExtraPatch,
        response: { 200: ExtraAnswer },
      },
    )
    .delete(
      '/api/studio/extras/:id',
      async ({ params, author, status }) => status(204, none(await removeExtra(ctx, author, params.id))),
      {
        operation: 'deleteExtra',
        summary: 'Remove a file that comes with your casset',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 204: t.Undefined() },
      },
    )
