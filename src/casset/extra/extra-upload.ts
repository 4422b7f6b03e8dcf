import type { UploadKind } from '../upload/upload-kind.ts'
import { addExtra, recogniseExtra, refuseExtrasOfNew, refuseFullExtras } from './add-extra.ts'

/** The upload of a file that will come with a casset. */
export const extraUpload: UploadKind = {
  path: 'extras',
  ending: '_extra',
  answersIn: 'Tapedeck-Extra',
  refuseMore(ctx, { artistId, userId }, cassetId, bytes) {
    refuseFullExtras(ctx, cassetId, bytes)
    refuseExtrasOfNew(ctx, { id: artistId, userId })
  },
  checkFields() {},
  checkHead: (_, head) => void recogniseExtra(head, ''),
  add: (ctx, cassetId, file, _, id) => addExtra(ctx, cassetId, file, id),
}
