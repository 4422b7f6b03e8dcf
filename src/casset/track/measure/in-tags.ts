import type { StoredTextTags } from '../../../../db/schema/casset/track.ts'
import { cleanLine, cleanLines } from '../../../account/clean-text.ts'
import { cutText } from '../../../lib/text/code-points.ts'
import { longest } from '../../../lib/text/longest.ts'

/** Returns the title that a track gets of its file's tags; empty for none. */
export const titleIn = ({ title = '' }: StoredTextTags): string =>
  cutText(cleanLine(title), longest.title).toWellFormed()

/** Returns the lyrics that a track gets of its file's tags; null for none. */
export const wordsIn = ({ lyrics = '' }: { lyrics?: string | undefined }): string | null =>
  cleanLines(cutText(lyrics, longest.lyrics).toWellFormed())
