import { pictureFiles } from './account/picture-files.ts'
import { cassetFiles } from './casset/casset-files.ts'
import { trackFiles } from './casset/track/track-files.ts'
import { submissionFiles } from './drop/submission/submission-files.ts'
import { emojiFiles } from './money/emoji/emoji-files.ts'
import { letterFiles } from './money/letter/letter-files.ts'
import { assetFiles } from './platform/asset/asset-files.ts'
import type { FileHolder } from './platform/file-holder.ts'
import { sitePictureFiles } from './platform/setting/site-picture.ts'
import { releaseFiles } from './release/release-files.ts'

/**
 * All rooms that hold files, one line a room, in the order in which the uses of an asset are told.
 */
export const fileHolders: readonly FileHolder[] = [
  cassetFiles,
  pictureFiles,
  trackFiles,
  emojiFiles,
  letterFiles,
  submissionFiles,
  releaseFiles,
  sitePictureFiles,
  assetFiles,
]
