import { and, eq, ne } from 'drizzle-orm'
import { cassets, formerWords } from '../../db/schema/casset/casset.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { handleFrom } from '../lib/account/handle.ts'
import { say } from '../lib/language/say.ts'
import { wordPattern } from '../lib/music/tape.ts'

/**
 * Returns the word if a tape of an artist may have it. Throws VALIDATION with the field for letters
 * that no word has, a reserved word, and one of another of their tapes, now or formerly: its
 * address leads there.
 */
export function freeWord(ctx: Ctx, artistId: string, cassetId: string | null, word: string, field = 'word'): string {
  if (!wordPattern.test(word)) {
    throw invalid(field, say('Use 2 to 40 letters a to z, digits and hyphens.'))
  }
  if (isReservedWord(word))
    throw invalid(field, say('The site itself uses “{word}” below your page.', { word }), say('Choose another word.'))
  if (isTaken(ctx, artistId, cassetId, word)) {
    throw invalid(
      field,
      say('“{word}” already leads to another of your cassets.', { word }),
      say('Choose another word.'),
    )
  }
  return word
}

function isTaken({ db }: Ctx, artistId: string, cassetId: string | null, word: string): boolean {
  const isOther = cassetId === null ? undefined : ne(cassets.id, cassetId)
  const now = and(eq(cassets.artistId, artistId), eq(cassets.word, word), isOther)
  if (db.select({ id: cassets.id }).from(cassets).where(now).get()) return true
  const isOthers = cassetId === null ? undefined : ne(formerWords.cassetId, cassetId)
  const before = and(eq(formerWords.artistId, artistId), eq(formerWords.word, word), isOthers)
  return db.select({ word: formerWords.word }).from(formerWords).where(before).get() !== undefined
}

// Leaves space for a number after it.
const longestBase = 36

const baseOf = (name: string): string => handleFrom(name).replaceAll('_', '-').slice(0, longestBase)

const numbered = (base: string): string[] =>
  ['', ...Array.from({ length: 200 }, (_, index) => `-${index + 2}`)].map((end) => base + end)

export const isFreeWord = (ctx: Ctx, artistId: string, word: string): boolean =>
  wordPattern.test(word) && !isReservedWord(word) && !isTaken(ctx, artistId, null, word)

/** Returns a word from a tape's name, with a number where it is taken. */
export function wordFrom(ctx: Ctx, artistId: string, name: string): string {
  const base = baseOf(name)
  const word = numbered(base).find((each) => isFreeWord(ctx, artistId, each))
  if (base !== '' && word !== undefined) return word
  throw invalid(
    'word',
    say('This name cannot be turned into an address.'),
    say('Choose a word of 2 to 40 letters a to z, digits and hyphens.'),
  )
}

/**
 * Returns the word that a tape of several to come gets: of the names in their order the first that
 * can be one, with a number where it is taken, by one of `planned` too; else one of no name.
 */
export function plannedWord(
  ctx: Ctx,
  artistId: string,
  planned: ReadonlySet<string>,
  names: readonly (string | null)[],
): string {
  const bases = [...names.map((name) => baseOf(name ?? '')), 'tape'].filter((base) => base !== '')
  for (const base of bases) {
    const word = numbered(base).find((each) => !planned.has(each) && isFreeWord(ctx, artistId, each))
    if (word !== undefined) return word
  }
  throw invalid('word', say('No address is left for this casset.'))
}

/** Returns whether the site itself has a page of this word below an artist's, or may have one. */
export const isReservedWord = (word: string): boolean => reserved.has(word)

/** Words that the site itself has below an artist's page, or may have one day. */
const reserved: ReadonlySet<string> = new Set(
  `
  about album albums all api audio buy cards cassets casset checkout clip clips code codes collect collected comments
  concert concerts contact cover drop drops edit embed emoji ep eps everything export feed feeds follow followers gift
  gifts help home hook hooks imprint jcard json email emails letter letters license licenses links list live-room
  login mail mailing-list music new news notes pay pictures press privacy profile release releases room rss sales
  settings share shelf shop show shows side-a side-b sidea sideb single singles site sitemap studio subscribe tape
  tapes terms tip tips track tracks tv wish wishes xml
  `
    .trim()
    .split(/\s+/),
)
