import { artists } from '../../../db/schema/account/account.ts'
import { say } from '../../lib/language/say.ts'
import { type FileHolder, usesIn } from '../../platform/file-holder.ts'

export const pictureFiles: FileHolder = {
  uses: usesIn(artists, artists.pfpAssetId, {
    use: 'picture',
    get words() {
      return say('your picture')
    },
  }),
}
