import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { wordKey } from '../../lib/music/styles.ts'
import { wordsIn } from '../../lib/text/search-words.ts'
import { keepFresh } from '../../lib/turn/keep-fresh.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { sortInTurns } from '../../lib/turn/sort-in-turns.ts'
import { ownState } from '../../platform/own-state.ts'

/** A style or place as its first artist writes it, and the newest cassets that have it. */
export type BrowseWord = { key: string; text: string; count: number; cassetIds: string[] }

/** Styles or places by their key, and those that most cassets have, these first. */
export type BrowseWords = { byKey: ReadonlyMap<string, BrowseWord>; top: readonly BrowseWord[] }

type BrowseArtist = {
  id: string
  handle: string
  name: string
  /** The words of their name and handle, as a search compares them. */
  words: string
  cassets: number
  /** Whether their first tape, which is at their own address, is public too. */
  hasFirst: boolean
}

/** Some artists in order, with all of their words as one text: without a word, none has it. */
export type ArtistBlock = { words: string; artists: readonly BrowseArtist[] }

/**
 * All public music by artist, style and place. Artists are sorted by name; the blocks have the same
 * artists in the same order, for searches.
 */
export type BrowseIndex = {
  /** The newest cassets, these first. */
  newest: readonly string[]
  artists: readonly BrowseArtist[]
  blocks: readonly ArtistBlock[]
  styles: BrowseWords
  places: BrowseWords
}

const rowsAtOnce = 200
const artistsOfBlock = 500
const freshMs = 60_000
/** So many cassets of a word can be leafed through. */
const mostOfWord = 240
const mostTop = 80
/** So many cassets can be leafed through without a word. */
const mostNewest = 2400

const { placeholder } = sql
const { id, publishedAt } = cassets

// Newest first, from where the batch before ended.
const some = prepared((db) =>
  db
    .select({
      id,
      publishedAt,
      isShared: sql<number>`${cassets.slug} IS NOT NULL`,
      word: cassets.word,
      styles: cassets.styles,
      artistId: artists.id,
      handle: artists.handle,
      name: artists.displayName,
      place: artists.location,
    })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(
      and(
        eq(cassets.published, true),
        eq(cassets.privacy, 'public'),
        or(
          lt(publishedAt, placeholder('at')),
          and(eq(publishedAt, placeholder('at')), lt(cassets.id, placeholder('after'))),
        ),
        sql`${publishedAt} <= ${placeholder('at')}`,
      ),
    )
    .orderBy(desc(publishedAt), desc(id))
    .limit(rowsAtOnce),
)

const keptOf = ownState(() => keepFresh<BrowseIndex>(freshMs))

/**
 * Returns all public music by artist, style and place, at most a minute old: it is gathered in
 * small steps, for all who ask meanwhile. Callers look up whether its cassets are still listed.
 */
export const browseIndex = (ctx: Ctx): Promise<BrowseIndex> | BrowseIndex =>
  keptOf(ctx)(ctx.monotonicMs, () => build(ctx))

async function build(ctx: Ctx): Promise<BrowseIndex> {
  const pace = createPace(ctx.monotonicMs)
  const [people, styles, places] = [new Map<string, BrowseArtist>(), newWords(), newWords()]
  const newest: string[] = []
  let last = { at: Number.MAX_SAFE_INTEGER, after: '' }
  for (;;) {
    const rows = some(ctx.db).all(last)
    for (const { id, isShared, word, styles: own, artistId, handle, name, place } of rows) {
      if (newest.length < mostNewest) newest.push(id)
      for (const style of own) addWord(styles, style, id)
      if (isShared) continue
      const known = people.get(artistId)
      if (known) {
        known.cassets += 1
        known.hasFirst ||= word === null
      } else
        people.set(artistId, {
          id: artistId,
          handle,
          name,
          words: wordsIn(`${name} ${handle}`),
          cassets: 1,
          hasFirst: word === null,
        })
      if (place !== null) addWord(places, place, id)
    }
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce) break
    last = { at: end.publishedAt ?? 0, after: end.id }
    await pace()
  }
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
  const sorted = await sortInTurns([...people.values()], (a, b) => compare(a.name, b.name), pace)
  return {
    newest,
    artists: sorted,
    blocks: await toBlocks(sorted, pace),
    styles: await toWords(styles, pace),
    places: await toWords(places, pace),
  }
}

async function toBlocks(all: readonly BrowseArtist[], pace: () => Promise<void>): Promise<ArtistBlock[]> {
  const blocks: ArtistBlock[] = []
  for (let at = 0; at < all.length; at += artistsOfBlock) {
    const artists = all.slice(at, at + artistsOfBlock)
    blocks.push({ words: artists.map(({ words }) => words).join('\n'), artists })
    await pace()
  }
  return blocks
}

async function toWords(byKey: ReadonlyMap<string, BrowseWord>, pace: () => Promise<void>): Promise<BrowseWords> {
  const sorted = await sortInTurns([...byKey.values()], (a, b) => b.count - a.count, pace)
  return { byKey, top: sorted.slice(0, mostTop) }
}

const newWords = () => new Map<string, BrowseWord>()

function addWord(words: Map<string, BrowseWord>, text: string, cassetId: string): void {
  const key = wordKey(text)
  const word = words.get(key) ?? { key, text, count: 0, cassetIds: [] }
  word.count += 1
  if (word.cassetIds.length < mostOfWord) word.cassetIds.push(cassetId)
  words.set(key, word)
}
