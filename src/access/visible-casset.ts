import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import { artists } from '../../db/schema/account.ts'
import { assets, cassets } from '../../db/schema/casset.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { hasCollected } from './collected.ts'

const selectWorld = (db: Db, which: SQL) =>
  db
    .select({ casset: cassets, artist: artists, cover: { id: assets.id, color: assets.color, width: assets.width } })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
    .where(which)
    .prepare()
const bySlug = prepared((db) => selectWorld(db, eq(artists.handle, sql.placeholder('slug'))))
const byId = prepared((db) => selectWorld(db, eq(cassets.id, sql.placeholder('id'))))

const cassetForSaleBySlug = prepared((db) => {
  const { handle, displayName, userId } = artists
  const { id, name, currency, priceMinor, published, privacy } = cassets
  return db
    .select({
      casset: { id, name, currency, priceMinor, published, privacy },
      artist: { id: artists.id, userId, handle, displayName },
    })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(eq(handle, sql.placeholder('slug')))
    .prepare()
})

/** A casset with its artist and cover. */
export type World = NonNullable<ReturnType<typeof worldBySlug>>

/** The fields of a casset and its artist that a payment needs, out of forty columns. */
export type CassetForSale = NonNullable<ReturnType<ReturnType<typeof cassetForSaleBySlug>['get']>>

/** Returns the casset with this slug, without checking who may see it. */
export const worldBySlug = (ctx: Ctx, slug: string) => bySlug(ctx.db).get({ slug })

/** Returns the casset with this id, without checking who may see it. */
export const worldById = (ctx: Ctx, id: string) => byId(ctx.db).get({ id })

/** The fields that decide who may see a page. */
export type Page = {
  casset: Pick<World['casset'], 'id' | 'published' | 'privacy'>
  artist: Pick<World['artist'], 'userId'>
}

type Shown = { casset: Pick<World['casset'], 'published' | 'privacy'>; artist: Pick<World['artist'], 'userId'> }

/** Returns whether the viewer is the artist of this casset. */
export const isOwner = ({ artist }: Pick<Page, 'artist'>, viewer: Viewer | null): boolean =>
  artist.userId === viewer?.userId

/** Returns whether somebody sees a casset without having collected it: it is theirs, or published and not private. */
export const isShownTo = ({ casset, artist }: Shown, viewer: Viewer | null): boolean =>
  isOwner({ artist }, viewer) || (casset.published && casset.privacy !== 'private')

/** Returns whether the viewer may see a casset: its collectors always may, too. */
export const isVisible = (ctx: Ctx, page: Page, viewer: Viewer | null): boolean =>
  isShownTo(page, viewer) || (viewer !== null && hasCollected(ctx, page.casset.id, viewer.userId))

function ifVisible<P extends Page>(ctx: Ctx, page: P | undefined, viewer: Viewer | null): P {
  if (!page || !isVisible(ctx, page, viewer)) throw notFound('casset')
  return page
}

/** Returns the casset with this slug. Throws NOT_FOUND when it is absent or hidden from the viewer. */
export const visibleCasset = (ctx: Ctx, slug: string, viewer: Viewer | null): World =>
  ifVisible(ctx, worldBySlug(ctx, slug), viewer)

/** Returns the casset with this id. Throws as `visibleCasset` does. */
export const visibleCassetById = (ctx: Ctx, id: string, viewer: Viewer | null): World =>
  ifVisible(ctx, worldById(ctx, id), viewer)

/** Returns the casset with this slug as payments need it. Throws as `visibleCasset` does. */
export const visibleCassetForSale = (ctx: Ctx, slug: string, viewer: Viewer): CassetForSale =>
  ifVisible(ctx, cassetForSaleBySlug(ctx.db).get({ slug }), viewer)
