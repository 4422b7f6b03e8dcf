import { say } from '../language/say.ts'
import type { ByName } from './by.ts'

/** Returns names in their order, without repeats. */
export const distinctBy = (by: readonly ByName[]): ByName[] => [
  ...new Map(by.map((each) => [JSON.stringify([each.role, each.name]), each])).values(),
]

const rolesOfLines = () =>
  [
    { role: 'with', word: 'with', text: say('with ## before a colon: a guest on a track') },
    { role: 'remixer', word: 'remix', text: say('remix ## before a colon: who remixed a track') },
  ] as const

/** Returns names as their artist edits them: a line each, "with: Lou". */
export function linesOfBy(by: readonly ByName[]): string {
  const words = new Map<string, string>(rolesOfLines().map(({ role, text }) => [role, text]))
  const lineOf = ({ role, name }: ByName) => (role === 'main' ? name : `${words.get(role)}: ${name}`)
  return by.map(lineOf).join('\n')
}

/** Reads such lines. A line that begins with no word of a role is a name as it is. */
export function byOfLines(text: string): ByName[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line): ByName[] => {
    if (line === '') return []
    const { word = '', name = '' } = /^(?<word>[^:：]+?)\s*[:：]\s*(?<name>\S.*)$/u.exec(line)?.groups ?? {}
    const said = word.toLocaleLowerCase()
    const found = rolesOfLines().find((each) => said === each.word || said === each.text.toLocaleLowerCase())
    return [found ? { role: found.role, name } : { role: 'main', name: line }]
  })
}

const guests = /\s+[([]?(?:feat|ft|featuring)\b\.?\s+(?<guests>[^()[\]]+?)[)\]]?$/iu
const between = /\s*(?:,|;|&|\band\b)\s*/iu

/**
 * Returns names of which guests behind "feat." stand by themselves; null where there are none. It
 * is offered, never done by itself: only a person knows whether "feat. Lou & the Boats" is two.
 */
export function splitGuests(by: readonly ByName[]): ByName[] | null {
  const split = by.flatMap((each): ByName[] => {
    const found = each.role === 'main' ? guests.exec(each.name) : null
    const names = found?.groups?.guests?.split(between).filter((name) => name !== '') ?? []
    if (!found || names.length === 0) return [each]
    const withNames = names.map((name) => ({ role: 'with', name }) as const)
    return [{ role: 'main', name: each.name.slice(0, found.index) }, ...withNames]
  })
  return split.length === by.length ? null : distinctBy(split)
}

const alike = (text: string): string => text.normalize('NFKC').toLocaleLowerCase().replaceAll(/\s+/gu, ' ').trim()

/**
 * Returns what a file's names say of a track whose casset has an artist of these names: the artist
 * alone says nothing, and beside guests they need no name of their own. Null where nothing is left.
 */
export function byBeside(artist: readonly string[], names: readonly ByName[]): ByName[] | null {
  const main = names.filter(({ role }) => role === 'main')
  const own = new Set(artist.map(alike))
  const isOwn = main.length === 1 && own.has(alike(main[0]?.name ?? ''))
  const left = isOwn ? names.filter(({ role }) => role !== 'main') : names
  return left.length === 0 ? null : [...left]
}

/** Returns whether the same people are named in the same order. */
export const isSameBy = (one: readonly ByName[] | null, other: readonly ByName[] | null): boolean =>
  JSON.stringify(one?.map(({ role, name }) => [role, name])) ===
  JSON.stringify(other?.map(({ role, name }) => [role, name]))
