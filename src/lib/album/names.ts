import { kindOfPath, nameOf, oneLine, stemOf } from './found.ts'

export type NamedTrack = { title: string; track?: number; disc?: number; album?: string; artist?: string }

const leading = /^(?:(?<disc>\d{1,2})-)?(?<track>\d{1,3})(?:\s*[.)_-]\s*|\s+)(?<title>\S.*)$/s
// "03 ", "1-03 ": no title begins like this. A number without a leading zero may be a title.
const surelyNumber = /^(?:\d-\d\d|0\d)(?:\s*[.)_-]\s*|\s+)(?=\S)/
// Bandcamp's downloads: "Artist - Album - 01 Title".
const ofBandcamp = /^(?<artist>.+?) - (?<album>.+) - (?<track>\d{2,3}) (?<title>\S.*)$/s

/** Returns a name without the number before it: any, or only one that no title begins with. */
export const withoutNumber = (stem: string, isNumbered: boolean): string =>
  isNumbered ? (leading.exec(stem)?.groups?.title ?? stem) : stem.replace(surelyNumber, '')

/**
 * Returns whether files are numbered: all music among them begins with a number, and the numbers of
 * each disc follow one another. Two songs whose titles begin with a number are not.
 */
export function areNumbered(names: readonly string[]): boolean {
  const music = names.filter((name) => kindOfPath(name) === 'music')
  if (music.length < 2) return false
  const discs = new Map<string, number[]>()
  for (const name of music) {
    const { disc = '', track } = leading.exec(name)?.groups ?? {}
    if (track === undefined) return false
    discs.set(disc, [...(discs.get(disc) ?? []), Number(track)])
  }
  return [...discs.values()].every((numbers) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    return sorted.every((number, i) => i === 0 || number === (sorted[i - 1] ?? 0) + 1)
  })
}

const titleOf = (text: string): string => oneLine(text.replaceAll('_', ' ')) || 'Untitled'

/**
 * Returns what the names of the files of one folder say, in their order: those of Bandcamp name
 * artist, album, number and title, others a number and a title.
 */
export function readNames(paths: readonly string[]): NamedTrack[] {
  const stems = paths.map((path) => stemOf(path).normalize('NFC'))
  const bandcamp = stems.map((stem) => ofBandcamp.exec(stem)?.groups)
  const [first] = bandcamp
  if (bandcamp.every((each) => each !== undefined && each.artist === first?.artist && each.album === first?.album)) {
    return bandcamp.map((each) => ({
      title: titleOf(each?.title ?? ''),
      track: Number(each?.track),
      ...(each?.album === undefined ? {} : { album: oneLine(each.album) }),
      ...(each?.artist === undefined ? {} : { artist: oneLine(each.artist) }),
    }))
  }
  if (!areNumbered(paths.map(nameOf)) && !havePaddedNumbers(stems))
    return stems.map((stem) => ({ title: titleOf(withoutNumber(stem, false)) }))
  return stems.map((stem) => {
    const { disc, track, title } = leading.exec(stem)?.groups ?? {}
    return {
      title: titleOf(title ?? stem),
      track: Number(track),
      ...(disc === undefined ? {} : { disc: Number(disc) }),
    }
  })
}

/** "01", "02", "10": numbers of one width, with a zero before some, whichever are missing. */
const havePaddedNumbers = (stems: readonly string[]): boolean => {
  const numbers = stems.map((stem) => leading.exec(stem)?.groups?.track ?? '')
  return numbers.some((number) => number.startsWith('0')) && new Set(numbers.map(({ length }) => length)).size === 1
}

const discFolder = /^(?:cd|dis[ck]|disque|side|part|vol(?:ume)?)[\s._-]*(?<disc>\d{1,3}|[a-d])$/i
const discEnding = /[\s([{_,-]*\b(?:cd|dis[ck])[\s._-]*(?<disc>\d{1,3})\s*[)\]}]?$/i

/** Returns the number of the disc that a folder's name says: "CD 2", "Side B". */
export function discOfFolder(name: string): number | undefined {
  const disc = discFolder.exec(name)?.groups?.disc ?? discEnding.exec(name)?.groups?.disc
  if (disc === undefined) return undefined
  return /\d/.test(disc) ? Number(disc) : disc.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) + 1
}

export const isDiscFolder = (name: string): boolean => discFolder.test(name)

/** Returns a folder's name without the disc at its end: "Winter (Disc 2)" is a part of "Winter". */
export const withoutDisc = (name: string): string => name.replace(discEnding, '') || name

const yearBefore = /^[([]?(?<year>(?:19|20)\d\d)[)\]]?\s*[-–._]?\s+(?=\S)/
const inBrackets =
  /\s*[([](?:(?<year>(?:19|20)\d\d)|(?:flac|mp3|wav|aiff?|alac|aac|ogg|opus|v0|320|web)\b[^)\]]*|\d+[\s-]?bit[^)\]]*)[)\]]$/i

/**
 * Returns the name and year that the name of an album's folder says, such as "Artist - Winter
 * (2019) [FLAC]". `isArtist` tells whether a text names the artist.
 */
export function readFolderName(name: string, isArtist: (text: string) => boolean): { name: string; year?: number } {
  let rest = oneLine(withoutDisc(name.replaceAll('_', ' ')))
  let year: string | undefined
  for (let found = inBrackets.exec(rest); found && found.index > 0; found = inBrackets.exec(rest)) {
    year ??= found.groups?.year
    rest = rest.slice(0, found.index)
  }
  const takeYear = () => {
    const before = yearBefore.exec(rest)
    if (!before) return
    year ??= before.groups?.year
    rest = rest.slice(before[0].length)
  }
  // Before the artist or behind: "2019 - Artist - Winter", "Artist - 2019 - Winter".
  takeYear()
  const [artist = '', ...album] = rest.split(/ [-–] /)
  if (album.length > 0 && isArtist(artist)) {
    rest = album.join(' - ')
    takeYear()
  }
  return { name: rest, ...(year === undefined ? {} : { year: Number(year) }) }
}
