import { letters } from '../../../db/schema/audience/letter.ts'
import { say } from '../../lib/language/say.ts'
import { type FileHolder, usesIn } from '../../platform/file-holder.ts'

export const letterFiles: FileHolder = {
  uses: usesIn(letters, letters.assetId, {
    use: 'letter',
    get words() {
      return say('the picture of a letter')
    },
  }),
}
