import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { tryJson } from '../json/json.ts'

// Characters that no text has: of Unicode's private use.
const [begin, end] = ['\u{f0001}', '\u{f0002}']

const Kept = t.Tuple([t.String(), t.Record(t.String(), t.Union([t.String(), t.Number()]))])

type Values = Readonly<Record<string, unknown>>

/** Returns a message with its values as a piece of text. A value may have such pieces too. */
export const keepMessage = (message: string, values: Values = {}): string =>
  `${begin}${JSON.stringify([message, values])}${end}`

/** Returns a text in which `say` gives the words for each kept message. */
export function readKept(text: string, say: (message: string, values: Values) => string): string {
  const from = text.indexOf(begin)
  if (from < 0) return text
  const until = endOf(text, from)
  const kept = tryJson(text.slice(from + begin.length, until))
  const said = Value.Check(Kept, kept) ? sayOne(kept[0], kept[1], say) : ''
  return `${text.slice(0, from)}${said}${readKept(text.slice(until + end.length), say)}`
}

function sayOne(message: string, values: Values, say: (message: string, values: Values) => string): string {
  const inside = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? readKept(value, say) : value,
  ])
  return say(message, Object.fromEntries(inside))
}

/** Returns where the piece that begins at a place ends: after those that it contains. */
function endOf(text: string, from: number): number {
  let depth = 0
  for (const mark of text.slice(from).matchAll(/[\u{f0001}\u{f0002}]/gu)) {
    depth += mark[0] === begin ? 1 : -1
    if (depth === 0) return from + mark.index
  }
  return text.length
}
