import type { CutMusic } from './cue/place-cues.ts'
import { type AlbumTags, folderOf, nameOf } from './found.ts'
import { groupBy } from './group-by.ts'
import type { Manifest } from './manifest.ts'
import { discOfFolder, isDiscFolder, type NamedTrack, readNames, withoutDisc } from './names.ts'

export type PlacedMusic = CutMusic & { named: NamedTrack; disc: number | undefined; manifest: Manifest | undefined }

/** The files that become one tape: those of a folder, or of one of several albums in it. */
export type AlbumGroup = {
  folder: string
  isWholeFolder: boolean
  manifest: Manifest | undefined
  files: PlacedMusic[]
}

export type Manifests = ReadonlyMap<string, Manifest>

const alike = (text: string | undefined): string =>
  (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Returns the folder of the album that a folder belongs to: that of its discs, or of one track. */
function albumFolder(folder: string, trackFolders: ReadonlySet<string>): string {
  if (folder === '') return folder
  if (trackFolders.has(folder) || isDiscFolder(nameOf(folder))) return albumFolder(folderOf(folder), trackFolders)
  const above = folderOf(folder)
  const name = withoutDisc(nameOf(folder))
  return above === '' ? name : `${above}/${name}`
}

export function placeMusic(files: readonly CutMusic[], trackManifests: Manifests): PlacedMusic[] {
  const byFolder = groupBy(files, ({ path }) => folderOf(path))
  return [...byFolder].flatMap(([folder, inFolder]) => {
    const names = readNames(inFolder.map(({ path }) => path))
    return inFolder.map((file, index) => {
      const named = names[index] ?? { title: '' }
      const disc = file.tags.disc ?? named.disc ?? discOfFolder(nameOf(folder))
      return { ...file, named, disc, manifest: trackManifests.get(folder) }
    })
  })
}

/**
 * Returns the groups of files that become a tape each (rule: brought-along): the files of a folder,
 * its discs included; several where their tags name several albums. A release.eno makes its folder
 * one album, whatever the tags say.
 */
export function groupAlbums(
  files: readonly PlacedMusic[],
  releases: Manifests,
  trackManifests: Manifests,
): AlbumGroup[] {
  const trackFolders = new Set(trackManifests.keys())
  const byFolder = groupBy(files, ({ path }) => albumFolder(folderOf(path), trackFolders))
  return [...byFolder].flatMap(([folder, inFolder]): AlbumGroup[] => {
    const manifest = releases.get(folder)
    if (manifest) return [{ folder, isWholeFolder: true, manifest, files: inFolder }]
    const albums = albumsIn(inFolder)
    const isWholeFolder = albums.length === 1
    return albums.map((group) => ({ folder, isWholeFolder, manifest: undefined, files: group }))
  })
}

/** Splits the files of a folder by album and album artist; those without an album join the one. */
function albumsIn(files: readonly PlacedMusic[]): PlacedMusic[][] {
  const artists = new Map<string, Set<string>>()
  for (const [album, named] of groupBy(files, ({ tags }) => alike(tags.album))) {
    artists.set(album, new Set(named.map(({ tags }) => alike(tags.albumArtist)).filter((name) => name !== '')))
  }
  const keyOf = ({ tags }: PlacedMusic) => {
    const album = alike(tags.album)
    return album === '' ? '' : `${album}\n${albumArtistOf(tags, artists.get(album) ?? new Set())}`
  }
  const albums = groupBy(files, keyOf)
  if (albums.size === 2 && albums.has('')) return [[...files]]
  return [...albums.values()]
}

/**
 * Returns the album artist of a file. Where it names none, that is the only one of its album, or of
 * several the one who is the file's artist.
 */
function albumArtistOf({ albumArtist, artist }: AlbumTags, known: ReadonlySet<string>): string {
  const own = alike(albumArtist)
  if (own !== '') return own
  const [only = ''] = known
  if (known.size < 2) return only
  return known.has(alike(artist)) ? alike(artist) : ''
}
