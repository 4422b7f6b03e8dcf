import { letters } from '../../../db/schema/money/letter.ts'
import { type FileHolder, usesIn } from '../../platform/file-holder.ts'

/** Pictures of letters. */
export const letterFiles: FileHolder = {
  uses: usesIn(letters, letters.assetId, { use: 'letter', words: 'the picture of a letter' }),
}
