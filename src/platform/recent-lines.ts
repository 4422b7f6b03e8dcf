import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../lib/json/json.ts'
import { givenState } from './own-state.ts'

export type RecentLines = { add(line: string): void; all(): readonly string[] }

/** See rule: log-view. */
export const recentLinesOf = givenState<RecentLines>('newest lines of the log')

const mostKept = 1_000

export function createRecentLines(): RecentLines {
  const lines: string[] = []
  return {
    add(line) {
      lines.push(line)
      // Not one by one: moving all lines for each would cost more than writing it.
      if (lines.length >= 2 * mostKept) lines.splice(0, lines.length - mostKept)
    },
    all: () => lines.slice(-mostKept),
  }
}

export type ShownLine = { at: string; level: string; event: string; text: string }

const Line = t.Object({ at: t.String(), level: t.String(), event: t.String() })

/** Fields that say where somebody is, or who. */
const leftOut = new Set(['address', 'email', 'userAgent', 'ip'])

const hidden: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|rk|pk|whsec|tok)_\w+/g, '(secret)'],
  [/[^\s"'<>=]+@[^\s"'<>]+\.[a-z]{2,}/gi, '(email)'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '(address)'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/gi, '(address)'],
  // Ids of rows are shorter between their hyphens.
  [/(?<![\w-])(?![0-9a-f]{8}-[0-9a-f]{4}-)[\w+/=-]{32,}/gi, '(secret)'],
]

/** Returns a text without addresses of people and machines, and without what may be a secret. */
export const withoutPrivate = (text: string): string =>
  hidden.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text)

/** Returns the newest lines without secrets and addresses, the last first. */
export function shownLines(lines: RecentLines, isWanted: (line: ShownLine) => boolean): ShownLine[] {
  return lines
    .all()
    .flatMap((line) => readLine(line) ?? [])
    .filter(isWanted)
    .toReversed()
}

function readLine(line: string): ShownLine | undefined {
  const read: unknown = parseJson(line)
  if (!Value.Check(Line, read)) return undefined
  const { at, level, event, ...fields } = read
  const said = Object.entries(fields).filter(([name]) => !leftOut.has(name))
  return { at, level, event, text: said.map(([name, value]) => `${name}=${withoutPrivate(String(value))}`).join('  ') }
}
