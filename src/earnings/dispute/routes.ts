import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { takesForm } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { addFile } from './add-file.ts'
import * as shape from './model.ts'
import { ownDispute } from './own-dispute.ts'
import { listDisputes, readDispute } from './read-disputes.ts'
import { sendEvidence } from './send-evidence.ts'
import { suggestEvidence } from './suggest-evidence.ts'

/** For the artist who sold, and for the owner of the instance (rule: refunds-and-disputes). */
export const dispute = (ctx: Ctx) => (app: Guarded) =>
  app
    .get('/api/studio/disputes', ({ author, query }) => listDisputes(ctx, author, limitOf(query), query.cursor), {
      operation: 'listDisputes',
      summary: 'List disputes of your sales',
      session: true,
      query: ListQuery,
      response: { 200: shape.Disputes },
    })
    .get(
      '/api/studio/disputes/:id',
      ({ author, params }) => {
        ownDispute(ctx, author, params.id)
        const { details, dispute } = readDispute(ctx, params.id)
        return { dispute, suggestion: suggestEvidence(ctx, details) }
      },
      {
        operation: 'getDispute',
        summary: 'Read a dispute',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 200: shape.DisputeToAnswer },
      },
    )
    .post(
      '/api/studio/disputes/:id/files',
      async ({ author, params, request, status }) =>
        status(201, { file: await addFile(ctx, author, params.id, request) }),
      {
        operation: 'uploadEvidence',
        summary: 'Upload evidence',
        limit: 'upload',
        session: true,
        refuses: ['BAD_STATE'],
        parse: 'none',
        detail: { requestBody: takesForm('A PDF, PNG or JPEG') },
        response: { 201: t.Object({ file: shape.EvidenceFile }) },
      },
    )
    .post(
      '/api/studio/disputes/:id/evidence',
      async ({ author, params, body }) => ({ dispute: await sendEvidence(ctx, author, params.id, body) }),
      {
        operation: 'answerDispute',
        summary: 'Answer a dispute',
        session: true,
        refuses: ['BAD_STATE'],
        body: shape.NewEvidence,
        response: { 200: t.Object({ dispute: shape.Dispute }) },
      },
    )
