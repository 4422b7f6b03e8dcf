import type { StoredTextTags, tracks } from '../../../../db/schema/casset/track.ts'
import { invalid } from '../../../errors.ts'
import { present } from '../../../lib/json/present.ts'
import { say } from '../../../lib/language/say.ts'
import { isSameBy } from '../../../lib/music/by-lines.ts'
import type { TrackRow } from '../to-track.ts'
import { titleFromName } from '../upload/upload-fields.ts'
import { titleIn, wordsIn } from './in-tags.ts'

/**
 * Returns a track with the text of its file's tags read in the other encoding: what it has of the
 * tags changes with them, and nothing that its artist wrote. Throws VALIDATION for an encoding that
 * is not the other one.
 */
export function readOtherwise(track: TrackRow, encoding: string): Partial<typeof tracks.$inferInsert> {
  const { reading, ...tags } = track.fileTags ?? {}
  if (reading?.other.encoding !== encoding) {
    throw invalid('tagsEncoding', say('The tags of this file are not known in that encoding.'))
  }
  const { title, artist, by, moreBy, albumArtist, album, genre, lyrics, credits, ...rest } = tags
  const text = present<StoredTextTags>({ title, artist, by, moreBy, albumArtist, album, genre, lyrics, credits })
  const other = reading.other.text
  const words = wordsIn(text)
  const isOfTags = track.title === titleIn(text)
  return {
    fileTags: { ...rest, ...other, reading: { encoding, other: { encoding: reading.encoding, text } } },
    ...(isOfTags ? { title: titleIn(other) || titleFromName(track.fileName, true) } : {}),
    ...(track.byNames !== null && isSameBy(text.by ?? [], track.byNames) ? { byNames: other.by ?? null } : {}),
    ...(words !== null && track.lyrics === words ? { lyrics: wordsIn(other) } : {}),
    ...(JSON.stringify(track.credits) === JSON.stringify(text.credits) ? { credits: other.credits ?? null } : {}),
  }
}
