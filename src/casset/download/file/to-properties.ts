import { artistOfTags, remixersIn } from '../../../lib/music/by.ts'
import type { Credit } from '../../../lib/music/credits.ts'
import type { Tags } from '../pack/pack.ts'
import type { Subject } from './subjects.ts'

/** Returns our own tags by TagLib's names, without those that stay as the master has them. */
export function toProperties(tags: Tags, kept: ReadonlySet<Subject>): Record<string, string[]> {
  const { title, artist, albumArtist, album, track, disc, day, year, isrc, mbid, url, credits = [], by = [] } = tags
  const date = day ?? (year === null ? null : String(year))
  return {
    title: [title],
    ...(kept.has('names') ? {} : artists(artistOfTags(by, artist))),
    albumArtist: [albumArtist],
    album: [album],
    trackNumber: [String(track)],
    ...(disc === undefined ? {} : { discNumber: [String(disc)] }),
    comment: [url],
    ...(kept.has('date') || date === null ? {} : { date: [date] }),
    ...(isrc === null ? {} : { isrc: [isrc] }),
    ...(mbid === null ? {} : { musicbrainzTrackId: [mbid] }),
    ...creditProperties([...remixersIn(by).map((name) => ({ role: 'remixer', name })), ...credits], kept),
  }
}

/** A line for every player, and for those that know it each name by itself. */
const artists = ({ line, names }: { line: string; names: string[] }): Record<string, string[]> => ({
  artist: [line],
  ...(names.length > 1 ? { ARTISTS: names } : {}),
})

// By the names that TagLib has for them in every kind of file.
const ownTags = new Set([
  'writer',
  'composer',
  'lyricist',
  'arranger',
  'conductor',
  'producer',
  'engineer',
  'mixer',
  'mastering',
  'remixer',
  'label',
  'copyright',
])

/** A role without a tag of its own stands behind the name of a performer, as in Vorbis comments. */
function creditProperties(credits: readonly Credit[], kept: ReadonlySet<Subject>): Record<string, string[]> {
  const properties: Record<string, string[]> = {}
  for (const { role, name } of credits) {
    if (role === 'remixer' && kept.has('remixer')) continue
    const [tag, value] = ownTags.has(role)
      ? [role.toUpperCase(), name]
      : ['PERFORMER', role === 'performer' ? name : `${name} (${role})`]
    properties[tag] = [...new Set([...(properties[tag] ?? []), value])]
  }
  return properties
}
