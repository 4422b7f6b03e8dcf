import { type EnoDocument, parse } from 'enolib'

/** A manifest of Faircamp: release.eno, or track.eno of one of a release's tracks. */
export type Manifest = {
  title?: string
  /** The part of its address that stays. */
  permalink?: string
  date?: string
  artist?: string
  /** The file of its cover, from the manifest's folder. */
  cover?: string
  /** A sum as written, such as "EUR 4+". */
  price?: string
}

const largestBytes = 200_000

/**
 * Returns what a manifest says, as far as it is used here; null for one that is no eno document.
 */
export function readManifest(text: string): Manifest | null {
  if (text.length > largestBytes) return null
  try {
    const document = parse(text.replace(/^\uFEFF/, ''))
    const found = {
      title: fieldOf(document, 'title'),
      permalink: fieldOf(document, 'permalink'),
      date: fieldOf(document, 'date'),
      artist: fieldOf(document, 'release_artist') ?? fieldOf(document, 'track_artist'),
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

function coverOf(document: EnoDocument): string | undefined {
  const found = document.elements().find((element) => element.stringKey() === 'cover' && element.yieldsFieldset())
  return found?.toFieldset().optionalEntry('file')?.optionalStringValue() ?? undefined
}
