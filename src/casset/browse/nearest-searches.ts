import { Type as t } from '@sinclair/typebox'
import { rawStatement } from '../../../db/prepared.ts'
import type { Ctx } from '../../context.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { longestBeginning, plainText, searchWords } from '../../lib/text/search-words.ts'
import { typingDistance } from '../../lib/text/typing-distance.ts'
import { createPace } from '../../lib/turn/pace.ts'

const Term = t.Object({ term: t.String(), doc: t.Integer() })
type Term = { term: string; doc: number }

// Raw: FTS5's list of the words in an index.
const termsFrom = rawStatement<typeof Term, { from: string; below: string; most: number }>(
  Term,
  'SELECT term, doc FROM casset_words WHERE term >= $from AND term < $below ORDER BY term LIMIT $most',
)

/** Shorter words are too near to too many others. */
const shortest = 4
const termsAtOnce = 200
/** So many words with the same first two letters are compared. */
const mostTerms = 4000
const mostSearches = 3
const latin = 'abcdefghijklmnopqrstuvwxyz'
/** Above every letter: a word, and all words that begin with it, sort below the word with it. */
const last = '\u{10ffff}'

/**
 * Returns up to three searches that may have been meant by one that finds nothing, the nearest
 * first: each word that begins no word of a listed casset is replaced by one that does and differs
 * by one letter, of eight letters on by two. Empty when there is none (rule: casset-search).
 */
export async function nearestSearches(ctx: Ctx, q: string): Promise<string[]> {
  const pace = createPace(ctx.monotonicMs)
  const meant: string[][] = []
  for (const typed of searchWords(q)) {
    const word = cutText(plainText(typed), longestBeginning)
    if (begins(ctx, word)) meant.push([typed])
    else {
      const near = [...word].length < shortest ? [] : await nearestTerms(ctx, word, pace)
      if (near.length === 0) return []
      meant.push(near)
    }
  }
  const searches = Array.from({ length: mostSearches }, (_, at) => meant.map((near) => near[at] ?? near[0]).join(' '))
  return [...new Set(searches)].filter((search) => search !== searchWords(q).join(' '))
}

const begins = ({ db }: Ctx, word: string): boolean =>
  termsFrom(db).get({ from: word, below: word + last, most: 1 }) !== null

async function nearestTerms(ctx: Ctx, word: string, pace: () => Promise<void>): Promise<string[]> {
  const most = [...word].length < 8 ? 1 : 2
  const found = new Map<string, Term & { wrong: number; more: number }>()
  const consider = ({ term, doc }: Term) => {
    const wrong = typingDistance(word, term, most)
    if (wrong <= most) found.set(term, { term, doc, wrong, more: Math.abs(term.length - word.length) })
  }
  const [first = '', second = ''] = word
  for await (const term of termsOf(ctx, first + second, pace)) consider(term)
  // Where the first two letters are as typed, it is among those; else one of the two is wrong.
  for (const beginning of misspelledBeginnings(word)) {
    for (const term of termsFrom(ctx.db).all({ from: beginning, below: beginning + last, most: 5 })) consider(term)
    await pace()
  }
  return [...found.values()]
    .toSorted((a, b) => a.wrong - b.wrong || a.more - b.more || b.doc - a.doc)
    .slice(0, mostSearches)
    .map(({ term }) => term)
}

async function* termsOf({ db }: Ctx, beginning: string, pace: () => Promise<void>): AsyncGenerator<Term> {
  let from = beginning
  for (let read = 0; read < mostTerms; read += termsAtOnce) {
    const terms = termsFrom(db).all({ from, below: beginning + last, most: termsAtOnce })
    yield* terms
    const end = terms.at(-1)
    if (!end || terms.length < termsAtOnce) return
    from = `${end.term}\u0001`
    await pace()
  }
}

function misspelledBeginnings(word: string): string[] {
  const [first = '', second = '', ...rest] = word
  const tail = rest.join('')
  const letters = [...latin]
  return [
    second + first + tail,
    second + tail,
    first + tail,
    ...letters.flatMap((letter) => [
      letter + second + tail,
      letter + word,
      first + letter + tail,
      first + letter + second + tail,
    ]),
  ].filter((beginning) => beginning !== word)
}
