import { inEachLanguage } from '../language/formats.ts'
import { say } from '../language/say.ts'

/**
 * Somebody who made a track. Where no name has the role `main`, that is the artist of its casset
 * (rule: track-by).
 */
export type ByName = { role: 'main' | 'with' | 'remixer'; name: string }

/** See rule: track-by. */
export const mostByNames = 30

const lists = inEachLanguage((locale) => new Intl.ListFormat(locale))

const namesIn = (by: readonly ByName[], wanted: ByName['role']): string[] =>
  by.filter(({ role }) => role === wanted).map(({ name }) => name)

/** The most names of a kind that a page has room for beside a title. */
const mostShown = 6

function list(names: readonly string[]): string {
  const shown = names.length > mostShown ? names.slice(0, mostShown - 1) : names
  const count = names.length - shown.length
  const others = count > 0 ? [say('{count} others ## behind some names', { count })] : []
  return lists().format([...shown, ...others])
}

/** Returns who made a track, in the reader's language: "Mara and Lou with Ben, remixed by Kid". */
export function byText(by: readonly ByName[], artist: string): string {
  const main = namesIn(by, 'main')
  const [withNames, remixers] = [namesIn(by, 'with'), namesIn(by, 'remixer')]
  const start = main.length === 0 ? artist : list(main)
  const together =
    withNames.length === 0
      ? start
      : say('{artist} with {names} ## who made a track', { artist: start, names: list(withNames) })
  return remixers.length === 0
    ? together
    : say('{artist}, remixed by {names} ## who made a track', { artist: together, names: list(remixers) })
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} & ${names.at(-1)}`

/** Returns a track's artist as tags have it in any language: "Mara & Lou feat. Ben". */
export function artistOfTags(by: readonly ByName[], artist: string): { line: string; names: string[] } {
  const main = namesIn(by, 'main')
  const withNames = namesIn(by, 'with')
  const first = main.length === 0 ? [artist] : main
  const line = withNames.length === 0 ? joined(first) : `${joined(first)} feat. ${joined(withNames)}`
  return { line, names: [...first, ...withNames] }
}

export const remixersIn = (by: readonly ByName[]): string[] => namesIn(by, 'remixer')
