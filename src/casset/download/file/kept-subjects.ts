import { cleanLines } from '../../../account/clean-text.ts'
import { remixersIn } from '../../../lib/music/by.ts'
import { byBeside, isSameBy } from '../../../lib/music/by-lines.ts'
import { saidDate } from '../../../lib/time/said-date.ts'
import { byIn } from '../../audio/ingest/master/read-by.ts'
import type { Tags } from '../pack/pack.ts'
import type { MasterTags } from './read-master-tags.ts'
import type { Subject } from './subjects.ts'

const alike = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()

/** Returns of what a master's tags stay: of all that its artist replaced with nothing else. */
export function keptSubjects(tags: Tags, master: MasterTags, isConverted: boolean): ReadonlySet<Subject> {
  const { artist, by = null, credits, isrc, mbid } = tags
  const valuesOf = (name: string) => master.properties[name] ?? []
  const isAlike = (name: string, text: string) => {
    const values = valuesOf(name)
    return values.length === 1 && alike(values[0] ?? '') === alike(text)
  }
  const said = byBeside([artist], byIn(master.properties).by ?? [])
  const isSameNames = by !== null && isSameBy(by, said)
  const isOwn = by === null && isAlike('artist', artist)
  const kept: readonly (readonly [Subject, boolean])[] = [
    ['sound', true],
    ['encoding', !isConverted],
    ['code', isrc === null],
    ['recording', mbid === null],
    ['date', isDateKept(tags, valuesOf('date'))],
    ['title', isAlike('title', tags.title)],
    ['names', isSameNames],
    ['artist', isSameNames || isOwn],
    ['album', isAlike('album', tags.album)],
    ['albumArtist', isAlike('albumArtist', tags.albumArtist)],
    ['remixer', credits === undefined && (isSameNames || remixersIn(by ?? []).length === 0)],
    ['credits', credits === undefined],
    ['lyrics', isLyricsKept(tags, master)],
  ]
  return new Set(kept.flatMap(([subject, isKept]) => (isKept ? [subject] : [])))
}

/** A master may know the day, where its casset knows the year, or the other way round. */
function isDateKept({ day }: Tags, [date = '']: readonly string[]): boolean {
  if (date === '' || day === null) return date !== ''
  const said = saidDate(date)
  if (said?.date === undefined) return day === `${said?.year}-01-01`
  return day.startsWith(said.date) || day === `${said.date}-01` || day === `${said.year}-01-01`
}

const isLyricsKept = ({ lyrics }: Tags, master: MasterTags): boolean =>
  lyrics === null || cleanLines(master.lyrics) === cleanLines(lyrics)
