import { rm } from 'node:fs/promises'
import { t } from 'elysia'
import { Like, Liked } from '../../casset/hook/shape.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { createSemaphore, SemaphoreFull } from '../../lib/turn/semaphore.ts'
import { none } from '../../platform/http/answer/none.ts'
import { sendsFile, takesForm } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { ListQuery, limitOf } from '../../platform/http/request/list-query.ts'
import { type ReceivedFile, receiveForm } from '../../platform/http/request/receive-file.ts'
import { receiveWithinQuota } from '../../platform/storage/receive-within-quota.ts'
import { addClip, maxClipBytes } from './add-clip.ts'
import { addSubmission } from './add-submission.ts'
import { decideSubmission } from './decide-submission.ts'
import { listForArtist, listSubmissions } from './list-submissions.ts'
import * as shape from './model.ts'
import { clipUrl } from './read-submissions.ts'
import { sendClip } from './send-clip.ts'
import { setSubmissionLike } from './set-submission-like.ts'
import { withdrawSubmission } from './withdraw-submission.ts'

/** Two clips are copied at a time, as each starts a process of its own. */
async function refuseCrowd(file: ReceivedFile, error: unknown): Promise<never> {
  if (!(error instanceof SemaphoreFull)) throw error
  await rm(file.path, { force: true })
  throw new AppError('UNAVAILABLE', say('Too many clips are being read.'), { retryAfter: 5 })
}

/** Routes of clips that people make of hooks (rule: clips). */
export const submission = (ctx: Ctx) => (app: Guarded) => {
  const semaphore = createSemaphore({ atOnce: 2, waiting: 30 })
  return app
    .post(
      '/api/hooks/clips',
      async ({ request, author, status }) => {
        const clip = await receiveWithinQuota(ctx, author.userId, request, async (reservation) => {
          const maxBytes = Math.min(maxClipBytes, ctx.config.maxUploadBytes)
          const { file } = await receiveForm(ctx, request, { maxBytes, fields: [], arriving: reservation.arriving })
          return semaphore(() => addClip(ctx, author, { ...file, reservation })).catch((error) =>
            refuseCrowd(file, error),
          )
        })
        const { id, name, bytes, contentType, sha256, width, height, durationSec } = clip
        const stored = { id, name, bytes, contentType, sha256, width, height, durationSec }
        return status(201, { asset: { ...stored, kind: 'clip' as const, url: clipUrl(id) } })
      },
      {
        operation: 'uploadClip',
        summary: 'Upload a clip',
        limit: 'upload',
        session: true,
        refuses: ['BAD_STATE'],
        parse: 'none',
        detail: { requestBody: takesForm('An MP4, WebM, MP3 or M4A file of at most 60 MB and 90 seconds') },
        response: { 201: shape.ClipAnswer },
      },
    )
    .get('/api/hooks/clips/:id', ({ params, viewer, request }) => sendClip(ctx, params.id, viewer, request), {
      operation: 'fetchClip',
      summary: 'Fetch a clip',
      detail: {
        responses: sendsFile('The clip', 'video/mp4', 'video/webm', 'audio/mpeg', 'audio/mp4', 'audio/webm'),
      },
    })
    .post(
      '/api/hooks/submissions',
      ({ author, body, status }) => status(201, { submission: addSubmission(ctx, author, body) }),
      {
        operation: 'submitClip',
        summary: 'Submit a clip',
        session: true,
        refuses: ['FORBIDDEN', 'NOT_FOUND', 'BAD_STATE'],
        body: shape.NewSubmission,
        response: { 201: shape.SubmissionAnswer },
      },
    )
    .get(
      '/api/hooks/:hookId/submissions',
      ({ params, viewer, query }) => listSubmissions(ctx, params.hookId, viewer, limitOf(query), query.cursor),
      {
        operation: 'listClips',
        summary: 'List the clips of a hook',
        query: ListQuery,
        response: { 200: shape.Submissions },
      },
    )
    .get(
      '/api/studio/submissions',
      ({ author, query }) => listForArtist(ctx, author, query.status ?? 'PENDING', limitOf(query), query.cursor),
      {
        operation: 'listWaitingClips',
        summary: 'List clips that wait for you',
        session: true,
        query: shape.StudioQuery,
        response: { 200: shape.StudioSubmissions },
      },
    )
    .post(
      '/api/hooks/submissions/:id/decide',
      ({ author, params, body }) => {
        const { track: _, ...decided } = decideSubmission(ctx, author, params.id, body)
        return { submission: decided }
      },
      {
        operation: 'decideClip',
        summary: 'Accept or decline a clip',
        session: true,
        refuses: ['FORBIDDEN', 'BAD_STATE'],
        body: shape.Decision,
        response: { 200: shape.SubmissionAnswer },
      },
    )
    .post(
      '/api/hooks/submissions/:id/like',
      ({ author, params, body }) => ctx.jointly(() => setSubmissionLike(ctx, author, params.id, body.liked)),
      {
        operation: 'likeClip',
        summary: 'Like a clip, or no longer',
        session: true,
        refuses: ['BAD_STATE'],
        body: Like,
        response: { 200: Liked },
      },
    )
    .delete(
      '/api/hooks/submissions/:id',
      ({ author, params, status }) => status(204, none(withdrawSubmission(ctx, author, params.id))),
      {
        operation: 'withdrawClip',
        summary: 'Take back a clip',
        session: true,
        refuses: ['FORBIDDEN'],
        response: { 204: t.Undefined() },
      },
    )
}
