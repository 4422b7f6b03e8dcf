import { type FoundFile, folderOf, stemOf } from './found.ts'
import type { AlbumGroup, PlacedMusic } from './group-albums.ts'
import type { PlannedCover } from './plan-tapes.ts'

// As Faircamp, Bandcamp and players of folders look for them, the first ones first.
const coverNames = ['cover', 'front', 'folder', 'album', 'artwork', 'albumart']

export type Pictures = ReadonlyMap<string, readonly FoundFile[]>

/**
 * Returns the cover of an album: the file that its manifest names, a picture in its folder called
 * like one, the only picture there, or the one inside its first file that has one.
 */
export function pickCover(
  { folder, isWholeFolder, manifest }: AlbumGroup,
  files: readonly PlacedMusic[],
  pictures: Pictures,
): PlannedCover | null {
  const said = manifest?.cover === undefined ? undefined : saidCover(folder, manifest.cover, pictures)
  const folders = new Set([folder, ...files.map(({ path }) => folderOf(path))])
  const there = isWholeFolder ? [...folders].flatMap((each) => pictures.get(each) ?? []) : []
  const rank = ({ path }: FoundFile) => coverNames.indexOf(stemOf(path).toLowerCase())
  const [called] = there.filter((each) => rank(each) >= 0).toSorted((a, b) => rank(a) - rank(b))
  const found = said ?? called ?? (there.length === 1 ? there[0] : undefined)
  if (found) return { path: found.path, isInside: false }
  const carrier = files.find(({ tags }) => tags.hasCover)
  return carrier ? { path: carrier.path, isInside: true } : null
}

function saidCover(folder: string, name: string, pictures: Pictures): FoundFile | undefined {
  const path = [folder, name.replace(/^\.\//, '')].filter((part) => part !== '').join('/')
  return pictures.get(folderOf(path))?.find((each) => each.path === path)
}
