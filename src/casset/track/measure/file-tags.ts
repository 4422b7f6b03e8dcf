import { Value } from '@sinclair/typebox/value'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { inTransaction } from '../../../../db/commits.ts'
import { prepared } from '../../../../db/prepared.ts'
import { cassets } from '../../../../db/schema/casset/casset.ts'
import { tracks } from '../../../../db/schema/casset/track.ts'
import { artistNames } from '../../../account/artist-names.ts'
import { cleanLine, cleanLines } from '../../../account/clean-text.ts'
import type { Ctx } from '../../../context.ts'
import { parseJson } from '../../../lib/json/json.ts'
import type { ByName } from '../../../lib/music/by.ts'
import { byBeside } from '../../../lib/music/by-lines.ts'
import { isIsrc } from '../../../lib/music/identifiers.ts'
import { distinctStyles, mostStyles, readStyles } from '../../../lib/music/styles.ts'
import { cutText } from '../../../lib/text/code-points.ts'
import { longest } from '../../../lib/text/longest.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { type CassetRow, changeCassets, ownCasset } from '../../casset.ts'
import { countChange, refuseStale } from '../../revision.ts'
import { ByNames, type Suggestions } from '../model.ts'
import { numberTracks } from '../update-track.ts'
import { addTaggedCover } from './tagged-cover.ts'

const tagText = (key: string) => sql<string | null>`json_extract(${tracks.fileTags}, ${sql.raw(`'$.${key}'`)})`
const tagNumber = (key: string) => sql<number | null>`json_extract(${tracks.fileTags}, ${sql.raw(`'$.${key}'`)})`

const taggedTracks = prepared((db) =>
  db
    .select({
      id: tracks.id,
      isrc: tracks.isrc,
      hasLyrics: sql<number>`${tracks.lyrics} IS NOT NULL`,
      taggedIsrc: tagText('isrc'),
      taggedAlbum: tagText('album'),
      taggedGenre: tagText('genre'),
      sha256: tracks.sha256,
      taggedCover: tagText('cover'),
      taggedLyrics: sql<number>`json_extract(${tracks.fileTags}, '$.lyrics') IS NOT NULL`,
      hasCredits: sql<number>`${tracks.credits} IS NOT NULL`,
      hasBy: sql<number>`${tracks.byNames} IS NOT NULL`,
      taggedBy: tagText('by'),
      taggedCredits: sql<number>`json_extract(${tracks.fileTags}, '$.credits') IS NOT NULL`,
      number: tagNumber('track'),
      disc: tagNumber('disc'),
    })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), isNull(tracks.withdrawnAt)))
    .orderBy(asc(tracks.position), asc(tracks.id)),
)

type Tagged = ReturnType<ReturnType<typeof taggedTracks>['all']>[number]

/**
 * The data that tags offer: codes, lyrics, credits and artists by track, the order as ids, the
 * name, styles, and the cover with a file that contains it.
 */
type FoundTags = {
  isrcs: Map<string, string>
  lyrics: string[]
  credits: string[]
  by: Map<string, ByName[]>
  order: string[] | null
  name: string | null
  styles: string[]
  cover: { sha256: string; masterSha256: string } | null
}

function find(ctx: Ctx, casset: CassetRow): FoundTags {
  const rows = taggedTracks(ctx.db).all({ cassetId: casset.id })
  const codes = rows.map(({ id, isrc, taggedIsrc }): [string, string] => [id, isrc === null ? (taggedIsrc ?? '') : ''])
  return {
    isrcs: new Map(codes.filter(([, code]) => isIsrc(code))),
    lyrics: rows.filter(({ hasLyrics, taggedLyrics }) => !hasLyrics && taggedLyrics).map(({ id }) => id),
    credits: rows.filter(({ hasCredits, taggedCredits }) => !hasCredits && taggedCredits).map(({ id }) => id),
    by: byOfTags(ctx, casset, rows),
    order: orderOfTags(rows),
    name: nameOfTags(rows, casset),
    styles: casset.styles.length === 0 ? stylesOfTags(rows) : [],
    cover: casset.coverAssetId === null ? coverOfTags(rows) : null,
  }
}

/** Returns who made the tracks of which nobody has said it yet, where that is not their artist. */
function byOfTags(ctx: Ctx, { artistId }: CassetRow, rows: readonly Tagged[]): FoundTags['by'] {
  const names = Object.values(artistNames(ctx, artistId) ?? {})
  const said = rows.flatMap(({ id, hasBy, taggedBy }): [string, ByName[]][] => {
    const by = hasBy || taggedBy === null ? null : byBeside(names, Value.Decode(ByNames, parseJson(taggedBy)))
    return by === null ? [] : [[id, by]]
  })
  return new Map(said)
}

/** Returns the ids by track number, if all numbers differ and the order would change. */
function orderOfTags(rows: readonly Tagged[]): string[] | null {
  const placed = rows.flatMap(({ id, disc, number }) =>
    number === null ? [] : [{ id, at: (disc ?? 1) * 10_000 + number }],
  )
  const isComplete = placed.length === rows.length && new Set(placed.map(({ at }) => at)).size === rows.length
  const sorted = placed.toSorted((a, b) => a.at - b.at)
  const isSame = sorted.every(({ id }, i) => id === rows[i]?.id)
  return isComplete && !isSame ? sorted.map(({ id }) => id) : null
}

/** Returns the album that all files name, if nobody has seen the casset under another name. */
function nameOfTags(rows: readonly Tagged[], { name, publishedAt }: CassetRow): string | null {
  const albums = new Set(rows.map(({ taggedAlbum }) => cutText(cleanLine(taggedAlbum ?? ''), longest.cassetName)))
  const [album = ''] = albums
  return publishedAt === null && albums.size === 1 && album !== '' && album !== name ? album.toWellFormed() : null
}

/** Returns the genres that the files name, in the order of the tracks: "Dub; Lo-fi" is two. */
function stylesOfTags(rows: readonly Tagged[]): string[] {
  const named = rows.flatMap(({ taggedGenre }) => readStyles(taggedGenre ?? ''))
  const styles = named.map((style) => cutText(cleanLine(style), longest.style).toWellFormed())
  return distinctStyles(styles).slice(0, mostStyles)
}

/** Returns the picture that most files have, or the first of several. */
function coverOfTags(rows: readonly Tagged[]): FoundTags['cover'] {
  const carriers = Map.groupBy(rows, ({ taggedCover }) => taggedCover)
  carriers.delete(null)
  const [most = []] = [...carriers.values()].toSorted((a, b) => b.length - a.length)
  const [first] = most
  return first?.taggedCover ? { sha256: first.taggedCover, masterSha256: first.sha256 } : null
}

/** Returns what the tags of the caller's casset would add to it. Throws NOT_FOUND, FORBIDDEN. */
export function readSuggestions(ctx: Ctx, author: Viewer, cassetId: string): Suggestions {
  const { isrcs, lyrics, credits, by, order, name, styles, cover } = find(ctx, ownCasset(ctx, cassetId, author))
  const counts = { isrcs: isrcs.size, lyrics: lyrics.length, credits: credits.length, by: by.size }
  return { ...counts, order: order !== null, name, styles, cover: cover !== null }
}

/**
 * Takes over everything that the tags of the caller's casset add, and replaces nothing that the
 * artist wrote. Returns the casset's new ETag. Throws NOT_FOUND, FORBIDDEN, and BAD_STATE when
 * `ifMatch` does not match or the cover exceeds the quota.
 */
export async function takeSuggestions(
  ctx: Ctx,
  author: Viewer,
  cassetId: string,
  ifMatch: string | null,
): Promise<string> {
  const before = ownCasset(ctx, cassetId, author)
  refuseStale(before, ifMatch)
  const { cover } = find(ctx, before)
  const coverAssetId = cover && (await addTaggedCover(ctx, author, cassetId, cover))
  return inTransaction(ctx.db, () => {
    const casset = ownCasset(ctx, cassetId, author)
    refuseStale(casset, ifMatch)
    const { isrcs, lyrics, credits, by, order, name, styles } = find(ctx, casset)
    const change = (id: string, values: Partial<typeof tracks.$inferInsert>) =>
      ctx.db.update(tracks).set(values).where(eq(tracks.id, id)).run()
    for (const [id, isrc] of isrcs) change(id, { isrc })
    for (const id of lyrics) change(id, { lyrics: lyricsOf(ctx, id) })
    for (const id of credits) change(id, { credits: creditsOf(ctx, id) })
    for (const [id, byNames] of by) change(id, { byNames })
    if (order) numberTracks(ctx, order)
    const values = {
      ...(name === null ? {} : { name }),
      ...(styles.length === 0 ? {} : { styles }),
      ...(coverAssetId === null || casset.coverAssetId !== null ? {} : { coverAssetId }),
    }
    changeCassets(ctx, eq(cassets.id, casset.id), values)
    return countChange(ctx, casset)
  })
}

function creditsOf(ctx: Ctx, id: string) {
  const row = ctx.db.select({ tags: tracks.fileTags }).from(tracks).where(eq(tracks.id, id)).get()
  return row?.tags?.credits ?? null
}

function lyricsOf(ctx: Ctx, id: string): string | null {
  const row = ctx.db
    .select({ text: tagText('lyrics') })
    .from(tracks)
    .where(eq(tracks.id, id))
    .get()
  return cleanLines(cutText(row?.text ?? '', longest.lyrics).toWellFormed())
}
