import { digitalSourceType } from './digital-source.ts'

type Recording = {
  title: string
  /** The names of its artists, where they are not the album's. */
  by?: readonly { name: string; url?: string }[]
  durationMs: number | null
  isrc: string | null
  iswc?: string | null
  mbid?: string | null
  hookUrl?: string
  kind: 'ORIGINAL' | 'GENERATION'
  aiDisclosure: Parameters<typeof digitalSourceType>[1]
  /** The terms of its sound: the strictest of all releases that have it. */
  license?: string
}

/** Returns a track in schema.org's terms, without what is not known. */
export function recordingData(recording: Recording, usageInfo?: string): object {
  const { title, by = [], durationMs, isrc, iswc, mbid, hookUrl, kind, aiDisclosure, license } = recording
  const source = digitalSourceType(kind, aiDisclosure)
  return {
    '@type': 'MusicRecording',
    name: title,
    ...(by.length === 0 ? {} : { byArtist: by.map((each) => ({ '@type': 'MusicGroup', ...each })) }),
    ...(durationMs === null ? {} : { duration: `PT${Math.round(durationMs / 1000)}S` }),
    ...(isrc === null ? {} : { isrcCode: isrc }),
    ...(mbid == null ? {} : { sameAs: `https://musicbrainz.org/recording/${mbid}` }),
    ...(iswc == null ? {} : { recordingOf: { '@type': 'MusicComposition', name: title, iswcCode: iswc } }),
    ...(hookUrl === undefined ? {} : { audio: { '@type': 'AudioObject', contentUrl: hookUrl } }),
    ...(source === undefined ? {} : { digitalSourceType: { '@id': source } }),
    ...(license === undefined ? {} : { license }),
    ...(usageInfo === undefined ? {} : { usageInfo }),
  }
}

export type StatedRelease = {
  release: {
    title: string
    type: string
    upc: string | null
    releaseDate: string | null
    label: string | null
    mbid?: string | null
  }
  artist: { handle: string; displayName: string }
  tracks: readonly Recording[]
  contributors: readonly { name: string; role: string; isni: string | null; handle: string | null }[]
  lineage: { sources: readonly StatedSource[] }
}
type StatedSource = {
  release?: { id: string; title: string; handle: string }
  external?: { url: string; title: string; creator: string }
}

export type ReleaseLinks = {
  license: string
  usageInfo: string
  url: string
  pageOf: (handle: string, id: string) => string
  artistPage: (handle: string) => string
  /** The first day that it was published here. */
  published: string
  image?: string
}

const formats: Readonly<Record<string, string>> = {
  SINGLE: 'https://schema.org/SingleRelease',
  EP: 'https://schema.org/EPRelease',
  ALBUM: 'https://schema.org/AlbumRelease',
}

/** Describes an album of recordings by a group, with links to its terms of use. */
export function releaseData(
  { release, artist, tracks, contributors, lineage }: StatedRelease,
  links: ReleaseLinks,
): object {
  const { url, license, usageInfo, pageOf, artistPage, published, image } = links
  const { title, type, upc, releaseDate, label, mbid } = release
  const sources = lineage.sources.map((source) => sourceData(source, pageOf)).filter((source) => source !== null)
  return {
    '@context': 'https://schema.org',
    '@type': 'MusicAlbum',
    '@id': url,
    name: title,
    url,
    byArtist: { '@type': 'MusicGroup', name: artist.displayName, url: artistPage(artist.handle) },
    ...(formats[type] === undefined ? {} : { albumReleaseType: formats[type] }),
    ...(type === 'COMPILATION' ? { albumProductionType: 'https://schema.org/CompilationAlbum' } : {}),
    datePublished: releaseDate ?? published,
    ...(image === undefined ? {} : { image }),
    ...(upc === null ? {} : { gtin: upc }),
    ...(label === null ? {} : { publisher: { '@type': 'Organization', name: label } }),
    ...(mbid == null ? {} : { sameAs: `https://musicbrainz.org/release/${mbid}` }),
    ...(contributors.length === 0 ? {} : { contributor: contributors.map((each) => roleData(each, artistPage)) }),
    license,
    usageInfo,
    ...(sources.length === 0 ? {} : { isBasedOn: sources }),
    numTracks: tracks.length,
    track: tracks.map((track) => recordingData(track, usageInfo)),
  }
}

/** A part that somebody had: schema.org states it as a role between the album and the person. */
const roleData = (
  { name, role, isni, handle }: StatedRelease['contributors'][number],
  artistPage: ReleaseLinks['artistPage'],
): object => ({
  '@type': 'Role',
  roleName: role,
  contributor: {
    '@type': 'Person',
    name,
    ...(isni === null ? {} : { sameAs: `https://isni.org/isni/${isni}` }),
    ...(handle === null ? {} : { url: artistPage(handle) }),
  },
})

function sourceData({ release, external }: StatedSource, pageOf: ReleaseLinks['pageOf']): object | null {
  if (release) return { '@type': 'MusicAlbum', name: release.title, url: pageOf(release.handle, release.id) }
  if (!external) return null
  const { url, title, creator } = external
  return { '@type': 'CreativeWork', name: title, url, creator: { '@type': 'Person', name: creator } }
}
