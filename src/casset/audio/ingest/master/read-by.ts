import { cleanLine } from '../../../../account/clean-text.ts'
import { type ByName, mostByNames } from '../../../../lib/music/by.ts'
import { distinctBy } from '../../../../lib/music/by-lines.ts'
import { cutText } from '../../../../lib/text/code-points.ts'
import { longest } from '../../../../lib/text/longest.ts'

// Longer text is a fault or an attack.
const longestValue = 1_000
const guests = /[\s([](?:feat|ft|featuring|with)\b/iu

/**
 * Returns who made the sound of a file by its tags, at most as many names as a track has. `ARTISTS`
 * names them one by one, and the artist's line then tells guests from the others; without it each
 * value of the artist is a name as it is. `moreBy` counts the names beyond these.
 */
export function byIn(properties: Record<string, readonly string[] | undefined>): { by?: ByName[]; moreBy?: number } {
  const said = new Map(Object.entries(properties).map(([name, values = []]) => [name.toUpperCase(), values]))
  const namesOf = (tag: string) =>
    (said.get(tag) ?? [])
      .map((name) => cutText(cleanLine(name.slice(0, longestValue)), longest.byName).toWellFormed())
      .filter((name) => name !== '')
  const artist = namesOf('ARTIST')
  const each = namesOf('ARTISTS')
  const [line = ''] = artist
  const guestsAt = artist.length === 1 ? line.search(guests) : -1
  const main = each.length > 1 ? each : artist.length > 0 ? artist : each
  const by = [
    ...main.map((name): ByName => {
      const isGuest = each.length > 1 && guestsAt > 0 && line.lastIndexOf(name) > guestsAt
      return { role: isGuest ? 'with' : 'main', name }
    }),
    ...[...namesOf('REMIXEDBY'), ...namesOf('REMIXER')].map((name): ByName => ({ role: 'remixer', name })),
  ]
  if (by.length === 0) return {}
  const all = distinctBy(by)
  return {
    by: all.slice(0, mostByNames),
    ...(all.length > mostByNames ? { moreBy: all.length - mostByNames } : {}),
  }
}
