import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { createSemaphore, SemaphoreFull } from '../../lib/turn/semaphore.ts'
import { none } from '../../platform/http/answer/none.ts'
import { takesIfMatch } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { receiveForm } from '../../platform/http/request/receive-file.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { receiveWithinQuota } from '../../platform/storage/receive-within-quota.ts'
import { decideAccess, visibleTrack } from '../access/decide-access.ts'
import { ownCasset } from '../casset.ts'
import { hookFigures } from '../hook/hook-figures.ts'
import { addTrack, refuseFullCasset } from './add-track.ts'
import { cutTrack } from './cut/cut-track.ts'
import { deleteTrack } from './delete-track.ts'
import { sayMade } from './made.ts'
import { readSuggestions, takeSuggestions } from './measure/file-tags.ts'
import { peaksOf, readWaveforms } from './measure/read-waveforms.ts'
import { saveMeasurement } from './measure/save-measurement.ts'
import { Lyrics, Made, Measurement, OtherTape, Parts, Suggestions, TrackPatch, Waveform } from './model.ts'
import { moveTrackToTape, putTrackOnTape } from './move-track.ts'
import { OwnerTrack } from './shape.ts'
import { toOwnerTrack } from './to-track.ts'
import { updateTrack } from './update-track.ts'
import { receiveUpload } from './upload/receive-upload.ts'
import { refuseUploadsOfNew } from './upload/refuse-uploads-of-new.ts'
import { resumableOf } from './upload/resumable.ts'
import { placeOfRequest } from './upload/tus-request.ts'
import { describeMeans, describePart, describeUpload } from './upload/upload-description.ts'

const uploadPath = '/api/studio/casset/:id/tracks/:uploadId'

// Elysia changes the options it is given, so each route needs its own.
const uploading = (method: 'HEAD' | 'PATCH' | 'DELETE', summary: string) =>
  ({ summary, limit: 'read', session: true, parse: 'none', detail: describePart(method) }) as const

const TrackAnswer = t.Object({ track: OwnerTrack })

function refuseCrowd(error: unknown): never {
  if (!(error instanceof SemaphoreFull)) throw error
  throw new AppError('UNAVAILABLE', say('Too many covers are being read.'), { retryAfter: 5 })
}

/** Uploads (a form, or tus 1.0 at the same URL), changes, deletions (rule: uploads). */
export const track = (ctx: Ctx) => (app: Guarded) => {
  const handleUpload = (params: { id: string; uploadId?: string }, request: Request, author: Viewer) => {
    const place = placeOfRequest(ctx, author, params)
    if (request.method === 'POST') {
      refuseFullCasset(ctx, place.cassetId)
      refuseUploadsOfNew(ctx, { id: author.artistId, userId: author.userId })
    }
    return receiveUpload(ctx, request, place.uploadId, {
      answer: (watched) => resumableOf(ctx).handle(watched, place),
      drop: (uploadId) => resumableOf(ctx).drop(uploadId),
    })
  }
  // A picture takes hundreds of megabytes while it is decoded.
  const semaphore = createSemaphore({ atOnce: 1, waiting: 10 })
  return app
    .post(
      '/api/studio/casset/:id/tracks',
      async ({ params, request, author, status }) => {
        if (request.headers.has('tus-resumable')) return handleUpload(params, request, author)
        const casset = ownCasset(ctx, params.id, author)
        refuseFullCasset(ctx, casset.id)
        refuseUploadsOfNew(ctx, { id: author.artistId, userId: author.userId })
        return receiveWithinQuota(ctx, author.userId, request, async (reservation) => {
          const wanted = {
            maxBytes: ctx.config.maxUploadBytes,
            fields: ['title', 'peaks', 'numbered', 'parts'],
            arriving: reservation.arriving,
          }
          const { file, fields } = await receiveForm(ctx, request, wanted)
          const track = await addTrack(ctx, casset.id, { ...file, reservation }, fields)
          return status(201, { track: toOwnerTrack(track, hookFigures(ctx, track.hookId, author.userId)) })
        })
      },
      {
        summary: 'Upload a track',
        limit: 'upload',
        session: true,
        refuses: ['BAD_STATE'],
        parse: 'none',
        detail: describeUpload(),
        response: { 201: TrackAnswer },
      },
    )
    .post(
      '/api/studio/casset/:id/made',
      ({ params, body, author, request, set, status }) => {
        set.headers.etag = sayMade(ctx, author, params.id, body, request.headers.get('if-match'))
        return status(204, undefined)
      },
      {
        summary: 'Say of all tracks how they were made',
        session: true,
        refuses: ['BAD_STATE'],
        detail: takesIfMatch(),
        body: Made,
        response: { 204: t.Undefined() },
      },
    )
    .get('/api/studio/casset/:id/file-tags', ({ params, author }) => readSuggestions(ctx, author, params.id), {
      summary: 'Read the tags of your files',
      session: true,
      refuses: ['FORBIDDEN'],
      response: { 200: Suggestions },
    })
    .post(
      '/api/studio/casset/:id/file-tags',
      async ({ params, author, request, set, status }) => {
        set.headers.etag = await semaphore(() =>
          takeSuggestions(ctx, author, params.id, request.headers.get('if-match')),
        ).catch(refuseCrowd)
        return status(204, undefined)
      },
      {
        summary: 'Write tags into your files',
        session: true,
        refuses: ['BAD_STATE'],
        detail: takesIfMatch(),
        response: { 204: t.Undefined() },
      },
    )
    .options('/api/studio/casset/:id/tracks', ({ params, request, author }) => handleUpload(params, request, author), {
      summary: 'Read what resumable uploads can do',
      session: true,
      refuses: ['FORBIDDEN'],
      detail: describeMeans(),
    })
    .head(
      uploadPath,
      ({ params, request, author }) => handleUpload(params, request, author),
      uploading('HEAD', 'Ask how far an upload has come'),
    )
    .patch(
      uploadPath,
      ({ params, request, author }) => handleUpload(params, request, author),
      uploading('PATCH', 'Send the next part of an upload'),
    )
    .delete(
      uploadPath,
      ({ params, request, author }) => handleUpload(params, request, author),
      uploading('DELETE', 'Give up an upload'),
    )
    .get(
      '/api/audio/waveform/:trackId',
      ({ params, viewer, set }) => {
        const { track } = decideAccess(ctx, params.trackId, viewer)
        const stored = readWaveforms(ctx, [track.id])[track.id]
        if (stored === undefined) throw new AppError('BAD_STATE', say('The waveform is not ready yet.'))
        set.headers['cache-control'] = 'private, max-age=3600'
        return peaksOf(stored)
      },
      { summary: 'Read the waveform of a track', refuses: ['BAD_STATE'], response: { 200: Waveform } },
    )
    .get(
      '/api/tracks/:id/lyrics',
      ({ params, viewer }) => {
        const { track, world } = visibleTrack(ctx, params.id, viewer)
        const { writesIn } = world.artist
        return { lyrics: track.lyrics, ...(writesIn === null ? {} : { writesIn }) }
      },
      { summary: 'Read the lyrics of a track', response: { 200: Lyrics } },
    )
    .patch(
      '/api/studio/tracks/:id',
      ({ params, body, author, request, set }) => {
        const { track, tag } = updateTrack(ctx, author, params.id, body, request.headers.get('if-match'))
        set.headers.etag = tag
        return { track: toOwnerTrack(track, hookFigures(ctx, track.hookId, author.userId)) }
      },
      {
        summary: 'Change a track',
        session: true,
        refuses: ['BAD_STATE'],
        detail: takesIfMatch(),
        body: TrackPatch,
        response: { 200: TrackAnswer },
      },
    )
    .post(
      '/api/studio/tracks/:id/move',
      async ({ params, body, author, status }) =>
        status(204, none(await moveTrackToTape(ctx, author, params.id, body.cassetId))),
      {
        summary: 'Move a track to another of your cassets',
        session: true,
        refuses: ['BAD_STATE'],
        body: OtherTape,
        response: { 204: t.Undefined() },
      },
    )
    .post(
      '/api/studio/tracks/:id/copy',
      ({ params, body, author, status }) => {
        const { id } = putTrackOnTape(ctx, author, params.id, body.cassetId)
        return status(201, { track: { id } })
      },
      {
        summary: 'Put a track on a second casset of yours',
        session: true,
        refuses: ['BAD_STATE'],
        body: OtherTape,
        response: { 201: t.Object({ track: t.Object({ id: t.String() }) }) },
      },
    )
    .post(
      '/api/studio/tracks/:id/cut',
      async ({ params, body, author, request, set, status }) => {
        const { ids, tag } = await cutTrack(ctx, author, params.id, body.parts, request.headers.get('if-match'))
        set.headers.etag = tag
        return status(201, { tracks: ids.map((id) => ({ id })) })
      },
      {
        summary: 'Cut a track into several',
        session: true,
        refuses: ['BAD_STATE'],
        detail: takesIfMatch(),
        body: Parts,
        response: { 201: t.Object({ tracks: t.Array(t.Object({ id: t.String() })) }) },
      },
    )
    .put(
      '/api/studio/tracks/:id/measurement',
      ({ params, body, author, status }) => status(204, none(saveMeasurement(ctx, author, params.id, body))),
      {
        summary: 'Store what a browser measured of a track',
        session: true,
        refuses: ['FORBIDDEN'],
        body: Measurement,
        response: { 204: t.Undefined() },
      },
    )
    .delete(
      '/api/studio/tracks/:id',
      async ({ params, author, request, set, status }) => {
        set.headers.etag = await deleteTrack(ctx, author, params.id, request.headers.get('if-match'))
        return status(204, undefined)
      },
      {
        summary: 'Delete a track',
        session: true,
        refuses: ['BAD_STATE'],
        detail: takesIfMatch(),
        response: { 204: t.Undefined() },
      },
    )
}
