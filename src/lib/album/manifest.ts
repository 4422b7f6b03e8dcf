import type { EnoDocument } from 'enolib'
import { folderOf, nameOf } from './found.ts'

/**
 * The fields of a manifest of Faircamp: release.eno, track.eno of a track, or catalog.eno and
 * artist.eno, which lie in a folder above releases. Their artist counts for a release that names
 * none.
 */
export type Manifest = {
  title?: string
  /** The part of its address that stays. */
  permalink?: string
  date?: string
  /** The artists as one text, such as "Nova, Ada". */
  artist?: string
  /** The file of its cover, from the manifest's folder. */
  cover?: string
  /** A sum as written, such as "EUR 4+". */
  price?: string
}

/** All manifests that were found. The key of each is the path of the folder that contains it. */
export type FoundManifests = {
  releases: Map<string, Manifest>
  tracks: Map<string, Manifest>
  /** Manifests named catalog.eno or artist.eno, which lie in a folder above releases. */
  above: Map<string, Manifest>
}

const places = {
  'release.eno': 'releases',
  'track.eno': 'tracks',
  'catalog.eno': 'above',
  'artist.eno': 'above',
} as const satisfies Record<string, keyof FoundManifests>

/**
 * Reads the manifests at these paths with `read`. Returns them, and the paths of those that are no
 * eno documents or cannot be read.
 */
export async function readManifests(
  paths: Iterable<string>,
  read: (path: string) => Promise<string>,
): Promise<FoundManifests & { unreadable: string[] }> {
  const found: FoundManifests = { releases: new Map(), tracks: new Map(), above: new Map() }
  const unreadable: string[] = []
  for (const path of paths) {
    const place = Object.entries(places).find(([name]) => name === nameOf(path).toLowerCase())?.[1]
    if (place === undefined) continue
    const manifest = await read(path).then(readManifest, () => null)
    if (manifest === null) unreadable.push(path)
    else found[place].set(folderOf(path), { ...found[place].get(folderOf(path)), ...manifest })
  }
  return { ...found, unreadable }
}

const largestBytes = 200_000

/** Returns the parts of a manifest that are used here; null for one that is no eno document. */
export async function readManifest(text: string): Promise<Manifest | null> {
  if (text.length > largestBytes) return null
  // Few folders have any, and what reads them is as large as the whole studio.
  const { parse } = await import('enolib')
  try {
    const document = parse(text.replace(/^\uFEFF/, ''))
    const found = {
      title: fieldOf(document, 'title'),
      permalink: fieldOf(document, 'permalink'),
      date: fieldOf(document, 'date'),
      artist: artistOf(document, 'release_artist') ?? artistOf(document, 'track_artist'),
      cover: coverOf(document),
      price: fieldOf(document, 'release_price'),
    }
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
  } catch {
    return null
  }
}

function fieldOf(document: EnoDocument, name: string): string | undefined {
  const found = document.elements().find((element) => element.stringKey() === name && element.yieldsField())
  return found?.toField().optionalStringValue() ?? undefined
}

/** The field of one artist, or the list of several. */
function artistOf(document: EnoDocument, name: string): string | undefined {
  const list = document.elements().find((element) => element.stringKey() === `${name}s` && element.yieldsList())
  const names =
    list
      ?.toList()
      .optionalStringValues()
      .filter((each) => each !== null) ?? []
  return names.length > 0 ? names.join(', ') : fieldOf(document, name)
}

function coverOf(document: EnoDocument): string | undefined {
  const found = document.elements().find((element) => element.stringKey() === 'cover' && element.yieldsFieldset())
  return found?.toFieldset().optionalEntry('file')?.optionalStringValue() ?? undefined
}
