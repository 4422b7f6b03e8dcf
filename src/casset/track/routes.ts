import { t } from 'elysia'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { createSemaphore, SemaphoreFull } from '../../lib/turn/semaphore.ts'
import { none } from '../../platform/http/answer/none.ts'
import { takesIfMatch } from '../../platform/http/answer/sends.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { receiveForm } from '../../platform/http/request/receive-file.ts'
import { receiveWithinQuota } from '../../platform/storage/receive-within-quota.ts'
import { decideAccess, visibleTrack } from '../access/decide-access.ts'
import { hookFigures } from '../hook/hook-figures.ts'
import { receiveUpload } from '../upload/receive-upload.ts'
import { placeOfRequest } from '../upload/tus-request.ts'
import { describeUpload } from '../upload/upload-description.ts'
import { addTrack } from './add-track.ts'
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
import { trackUpload } from './upload/track-upload.ts'

const described = {
  file: 'The sound',
  fields: {
    title: "else that of the file's tags, else of its name",
    peaks: 'a JSON array of what the waveform shows until the track is ready',
    numbered: 'true where all files that are sent together begin with a number, which is then no part of the title',
    parts: 'true where the parts of the file follow: it becomes one track only where none come in two minutes',
  },
  tusFields: 'filename, title, peaks, numbered and parts',
}

const TrackAnswer = t.Object({ track: OwnerTrack })

function refuseCrowd(error: unknown): never {
  if (!(error instanceof SemaphoreFull)) throw error
  throw new AppError('UNAVAILABLE', say('Too many covers are being read.'), { retryAfter: 5 })
}

/** Uploads (a form, or tus 1.0 at the same URL), changes, deletions (rule: uploads). */
export const track = (ctx: Ctx) => (app: Guarded) => {
  // A picture takes hundreds of megabytes while it is decoded.
  const semaphore = createSemaphore({ atOnce: 1, waiting: 10 })
  return app
    .post(
      '/api/studio/casset/:id/tracks',
      async ({ params, request, author, status }) => {
        const place = placeOfRequest(ctx, trackUpload, author, params)
        if (request.headers.has('tus-resumable')) return receiveUpload(ctx, request, author, place)
        trackUpload.refuseMore(ctx, author, place.cassetId, 0)
        return receiveWithinQuota(ctx, author.userId, request, async (reservation) => {
          const wanted = {
            maxBytes: ctx.config.maxUploadBytes,
            fields: ['title', 'peaks', 'numbered', 'parts'],
            arriving: reservation.arriving,
          }
          const { file, fields } = await receiveForm(ctx, request, wanted)
          const track = await addTrack(ctx, place.cassetId, { ...file, reservation }, fields)
          return status(201, { track: toOwnerTrack(track, hookFigures(ctx, track.hookId, author.userId)) })
        })
      },
      {
        operation: 'uploadTrack',
        summary: 'Upload a track',
        limit: 'upload',
        session: true,
        refuses: ['BAD_STATE'],
        parse: 'none',
        detail: describeUpload(described),
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
        operation: 'discloseAllTracks',
        summary: 'Say of all tracks how they were made',
        session: true,
        refuses: ['BAD_STATE'],
        detail: takesIfMatch(),
        body: Made,
        response: { 204: t.Undefined() },
      },
    )
    .get('/api/studio/casset/:id/file-tags', ({ params, author }) => readSuggestions(ctx, author, params.id), {
      operation: 'getFileTags',
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
        operation: 'writeFileTags',
        summary: 'Write tags into your files',
        session: true,
        refuses: ['BAD_STATE'],
        detail: takesIfMatch(),
        response: { 204: t.Undefined() },
      },
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
      {
        operation: 'getWaveform',
        summary: 'Read the waveform of a track',
        tells: ['Cache-Control'],
        refuses: ['BAD_STATE'],
        response: { 200: Waveform },
      },
    )
    .get(
      '/api/tracks/:id/lyrics',
      ({ params, viewer }) => {
        const { track, world } = visibleTrack(ctx, params.id, viewer)
        const { writesIn } = world.artist
        return { lyrics: track.lyrics, ...(writesIn === null ? {} : { writesIn }) }
      },
      { operation: 'getLyrics', summary: 'Read the lyrics of a track', response: { 200: Lyrics } },
    )
    .patch(
      '/api/studio/tracks/:id',
      ({ params, body, author, request, set }) => {
        const { track, tag } = updateTrack(ctx, author, params.id, body, request.headers.get('if-match'))
        set.headers.etag = tag
        return { track: toOwnerTrack(track, hookFigures(ctx, track.hookId, author.userId)) }
      },
      {
        operation: 'updateTrack',
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
        operation: 'moveTrack',
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
        operation: 'copyTrack',
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
        operation: 'cutTrack',
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
        operation: 'setMeasurement',
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
        operation: 'deleteTrack',
        summary: 'Delete a track',
        session: true,
        refuses: ['BAD_STATE'],
        detail: takesIfMatch(),
        response: { 204: t.Undefined() },
      },
    )
}
