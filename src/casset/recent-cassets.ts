import { and, desc, eq, gt, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isAmong } from '../../db/among.ts'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account/account.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import { assets } from '../../db/schema/platform/asset.ts'
import { pictureUrl } from '../account/picture.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import { slugOf } from '../lib/text/slug.ts'
import { toCover } from '../platform/asset/asset-url.ts'
import { credited } from './member/members.ts'
import type { FoundCassets, RecentCassets } from './model.ts'
import { type CassetSearch, searchCassets } from './search-cassets.ts'

const listed = and(eq(cassets.published, true), eq(cassets.privacy, 'public'))

const select = (db: Db) =>
  db
    .select({ casset: cassets, artist: artists, cover: { id: assets.id, color: assets.color, width: assets.width } })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
const newestOf = prepared((db) =>
  select(db).where(listed).orderBy(desc(cassets.publishedAt), desc(cassets.id)).limit(sql.placeholder('limit')),
)
// The plus keeps SQLite from scanning all listed cassets instead of looking up these.
const listedOf = prepared((db) =>
  select(db).where(
    and(isAmong(cassets.id, sql.placeholder('ids')), sql`+${cassets.published}`, sql`+${cassets.privacy} = 'public'`),
  ),
)

const named = (ctx: Ctx, row: ReturnType<ReturnType<typeof newestOf>['all']>[number]) => ({
  ...row,
  owner: row.artist,
  artist: credited(ctx, row.casset, row.artist),
})
type Listed = ReturnType<typeof named>

const newest = (ctx: Ctx, limit: number): Listed[] =>
  newestOf(ctx.db)
    .all({ limit })
    .map((row) => named(ctx, row))

/** Returns the cassets with these ids, in this order, without those that are not listed. */
function inOrder(ctx: Ctx, ids: readonly string[]): Listed[] {
  const rows = listedOf(ctx.db).all({ ids: JSON.stringify(ids) })
  const byId = new Map(rows.map((row) => [row.casset.id, named(ctx, row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const newer = alias(cassets, 'newer')
const first = alias(cassets, 'first')

// Each artist is listed once, as late as their newest public tape, with the casset whose slug is
// their handle. A co-casset is listed by itself.
const recentOf = prepared((db) => {
  const { id, slug, artistId, published, privacy, publishedAt } = cassets
  const later = or(gt(newer.publishedAt, publishedAt), and(eq(newer.publishedAt, publishedAt), gt(newer.id, id)))
  const isOfSame = and(eq(newer.artistId, artistId), eq(newer.published, published), eq(newer.privacy, privacy))
  const further = db
    .select({ id: newer.id })
    .from(newer)
    .where(and(isOfSame, isNull(newer.slug), later))
  return db
    .select({ casset: { id: first.id, slug: first.slug }, artist: artists })
    .from(cassets)
    .innerJoin(
      first,
      or(
        and(isNull(slug), eq(first.artistId, artistId), isNull(first.slug), isNull(first.word)),
        and(isNotNull(slug), eq(first.id, id)),
      ),
    )
    .innerJoin(artists, eq(artists.id, artistId))
    .where(and(listed, eq(first.published, true), eq(first.privacy, 'public'), or(isNotNull(slug), notExists(further))))
    .orderBy(desc(publishedAt), desc(id))
    .limit(sql.placeholder('limit'))
})

/** Returns who published a tape last, each artist once (rule: recent-cassets). */
export const recentCassets = (ctx: Ctx, limit: number): RecentCassets => ({
  cassets: recentOf(ctx.db)
    .all({ limit })
    .map(({ casset, artist }) => toPerson(ctx, casset, artist)),
})

/** Returns a page of public cassets (rule: casset-search). Throws VALIDATION for a wordless `q`. */
export function findCassets(ctx: Ctx, search: CassetSearch): FoundCassets {
  const found = searchCassets(ctx, search)
  if (found === null) throw invalid('q', say('The search needs a letter or a digit.'))
  const matching = inOrder(ctx, found.ids).map(({ casset, owner }) => ({
    ...toPerson(ctx, casset, owner),
    slug: slugOf(casset, owner.handle),
    name: casset.name,
  }))
  return { cassets: matching, nextCursor: found.nextCursor }
}

/** A casset's artist, or all artists of a co-casset, by its slug. */
function toPerson(ctx: Ctx, { id, slug }: Pick<Listed['casset'], 'id' | 'slug'>, artist: Listed['owner']) {
  const { handle, displayName, pfpAssetId } = credited(ctx, { id, slug, word: null }, artist)
  return { id, handle, displayName, pfp: pictureUrl(ctx, { handle, pfpAssetId: slug === null ? pfpAssetId : null }) }
}

/** Returns the listed cassets among these ids, by id, in the form that pages show. */
export const listedById = (ctx: Ctx, ids: readonly string[]): ReadonlyMap<string, RackEntry> =>
  new Map(inOrder(ctx, ids).map((row) => [row.casset.id, toEntry(row)]))

/** Returns the listed cassets among these ids, in this order, in the form that pages show. */
export const listedEntries = (ctx: Ctx, ids: readonly string[]) => inOrder(ctx, ids).map(toEntry)

/** Returns the cassets that were published last, for the site's feed. */
export const newestTapes = (ctx: Ctx, limit: number) =>
  newest(ctx, limit).map(({ casset, artist, cover }) => ({
    id: casset.id,
    slug: artist.handle,
    name: casset.name,
    artist: artist.displayName,
    publishedAt: casset.publishedAt,
    cover,
  }))

export const newestEntries = (ctx: Ctx, limit: number) => newest(ctx, limit).map(toEntry)

/** Returns a page of search results as the home page shows them; none for a text without a word. */
export function foundEntries(ctx: Ctx, search: CassetSearch) {
  const found = searchCassets(ctx, search)
  return { rack: listedEntries(ctx, found?.ids ?? []), nextCursor: found?.nextCursor ?? null }
}

const toEntry = ({ artist, casset, cover }: Listed) => ({
  handle: artist.handle,
  displayName: artist.displayName,
  name: casset.name,
  price: { amount: casset.priceMinor, currency: casset.currency },
  hueSource: { tokens: casset.themeTokens, coverColor: cover?.color ?? null },
  cover: cover ? toCover(cover) : null,
})

export type RackEntry = ReturnType<typeof toEntry>
