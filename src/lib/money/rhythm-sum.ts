import { say } from '../language/say.ts'
import type { Rhythm } from '../time/periods.ts'
import { type Sum, sumText } from './money.ts'

/** Returns a sum that repeats, in words: "€5.00 a month". */
export function rhythmSum(sum: Sum, rhythm: Rhythm): string {
  const text = sumText(sum)
  return rhythm === 'year' ? say('{sum} a year', { sum: text }) : say('{sum} a month', { sum: text })
}

/** Returns what a level gives, a sentence each. */
export const levelGives = ({ hasStreams, hasTapes }: { hasStreams: boolean; hasTapes: boolean }): string[] => [
  ...(hasStreams ? [say('Hear all cassets whole, as long as you support.')] : []),
  ...(hasTapes ? [say('Keep each casset that comes out meanwhile.')] : []),
]
