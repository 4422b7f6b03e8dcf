import { artists } from '../../db/schema/account/account.ts'
import { type FileHolder, usesIn } from '../platform/file-holder.ts'

/** Pictures of artists. */
export const pictureFiles: FileHolder = {
  uses: usesIn(artists, artists.pfpAssetId, { use: 'picture', words: 'your picture' }),
}
