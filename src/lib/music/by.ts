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

/** A piece of such a text: words between names, or a name, which may lead to a page. */
export type ByPart = { text: string; page?: string }

const firstSign = 0xe000
const sign = /[\ue000-\uf8ff]/u

/** Returns the same text in pieces, so that names can be links. */
export function byParts(by: readonly (ByName & { page?: string })[], artist: string): ByPart[] {
  const names = [...by, { name: artist, page: undefined }]
  // A sign behind each name tells where it ends; before it, it would change the Spanish "y" or "e".
  const signed = names.map(({ name }, place) => `${name}${String.fromCharCode(firstSign + place)}`)
  if (names.some(({ name }) => sign.test(name))) return [{ text: byText(by, artist) }]
  const said = byText(
    by.map(({ role }, place) => ({ role, name: signed[place] ?? '' })),
    signed.at(-1) ?? '',
  )
  const pieces = said.split(/([\ue000-\uf8ff])/u)
  return pieces.flatMap((piece, at): ByPart[] => {
    if (at % 2 === 1) return []
    const { name = '', page } = names[(pieces[at + 1]?.charCodeAt(0) ?? 0) - firstSign] ?? {}
    const words = { text: piece.slice(0, piece.length - name.length) }
    const named = { text: name, ...(page === undefined ? {} : { page }) }
    return [words, named].filter(({ text }) => text !== '')
  })
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
