import { AppError } from '../../../errors.ts'
import { sniffAudio } from '../../../lib/audio/sniff.ts'
import type { UploadKind } from '../../upload/upload-kind.ts'
import { addTrack, refuseFullCasset } from '../add-track.ts'
import { refuseUploadsOfNew } from './refuse-uploads-of-new.ts'
import { readUploadFields } from './upload-fields.ts'

/** The upload of a sound, which becomes a track. */
export const trackUpload: UploadKind = {
  path: 'tracks',
  ending: '',
  answersIn: 'Tapedeck-Track',
  refuseMore(ctx, { artistId, userId }, cassetId) {
    refuseFullCasset(ctx, cassetId)
    refuseUploadsOfNew(ctx, { id: artistId, userId })
  },
  checkFields: (fields) => void readUploadFields(fields),
  checkHead(ctx, head) {
    const sniffed = sniffAudio(head, { readsAlac: ctx.ffmpeg !== null })
    if (!sniffed.ok) throw new AppError('UNSUPPORTED_MEDIA_TYPE', sniffed.problem, { field: 'file' })
  },
  add: addTrack,
}
