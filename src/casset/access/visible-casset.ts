import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { blankProfile } from '../../lib/account/blank-profile.ts'
import type { Absent } from '../../lib/text/absent-text.ts'
import { splitSlug } from '../../lib/text/slug.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { credited, isMember } from '../member/members.ts'
import { hasCollected } from './collected.ts'
import { singlesOf } from './track-holding.ts'

const { placeholder } = sql

// An artist's first casset is found by their handle, a further one by handle and word, a co-casset
// by its slug: handles and slugs share one namespace and are looked up in turn.
const isOwnOf = and(eq(artists.handle, placeholder('slug')), isNull(cassets.slug), isNull(cassets.word))
const isTapeAt = and(eq(artists.handle, placeholder('handle')), eq(cassets.word, placeholder('word')))
const isSharedAt = eq(cassets.slug, placeholder('slug'))

const selectWorld = (db: Db, which: SQL | undefined) =>
  db
    .select({ casset: cassets, artist: artists, cover: { id: assets.id, color: assets.color, width: assets.width } })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
    .where(which)
const ownBySlug = prepared((db) => selectWorld(db, isOwnOf))
const tapeBySlug = prepared((db) => selectWorld(db, isTapeAt))
const sharedBySlug = prepared((db) => selectWorld(db, isSharedAt))
const byId = prepared((db) => selectWorld(db, eq(cassets.id, placeholder('id'))))

const selectForSale = (db: Db, which: SQL | undefined) => {
  const { handle, displayName, userId } = artists
  const { id, slug, word, name, currency, priceMinor, published, privacy, takenDown } = cassets
  return db
    .select({
      casset: { id, slug, word, name, currency, priceMinor, published, privacy, takenDown },
      artist: { id: artists.id, userId, handle, displayName },
    })
    .from(cassets)
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(which)
}
const ownForSale = prepared((db) => selectForSale(db, isOwnOf))
const tapeForSale = prepared((db) => selectForSale(db, isTapeAt))
const sharedForSale = prepared((db) => selectForSale(db, isSharedAt))
const forSaleById = prepared((db) => selectForSale(db, eq(cassets.id, placeholder('id'))))

/** A casset with its artist and cover. The artist's handle is the casset's slug. */
export type World = NonNullable<ReturnType<typeof worldBySlug>>

/**
 * The fields of a casset and its artist that a payment needs, out of forty columns. The artist's
 * handle is the casset's slug.
 */
export type CassetForSale = NonNullable<ReturnType<ReturnType<typeof ownForSale>['get']>>

/** A co-casset has no profile: it shows the names of its artists, who each have a page. */
function shown(ctx: Ctx, world: Readonly<NonNullable<ReturnType<ReturnType<typeof byId>['get']>>>) {
  const artist = credited(ctx, world.casset, world.artist)
  return { ...world, artist: world.casset.slug === null ? artist : { ...artist, ...blankProfile, verified: false } }
}

/** Returns the casset with this slug, without checking who may see it. */
export function worldBySlug(ctx: Ctx, slug: string) {
  const { handle, word } = splitSlug(slug)
  const world =
    word === undefined
      ? (ownBySlug(ctx.db).get({ slug }) ?? sharedBySlug(ctx.db).get({ slug }))
      : tapeBySlug(ctx.db).get({ handle, word })
  return world && shown(ctx, world)
}

/** Returns the casset with this id, without checking who may see it. */
export function worldById(ctx: Ctx, id: string) {
  const world = byId(ctx.db).get({ id })
  return world && shown(ctx, world)
}

function forSaleBySlug(ctx: Ctx, slug: string): CassetForSale | undefined {
  const { handle, word } = splitSlug(slug)
  const found =
    word === undefined
      ? (ownForSale(ctx.db).get({ slug }) ?? sharedForSale(ctx.db).get({ slug }))
      : tapeForSale(ctx.db).get({ handle, word })
  return found && { ...found, artist: credited(ctx, found.casset, found.artist) }
}

type Person = Pick<Viewer, 'userId' | 'artistId'>

export type Page = {
  casset: Pick<World['casset'], 'id' | 'slug' | 'published' | 'privacy' | 'takenDown'>
  artist: Pick<World['artist'], 'userId'>
}

/** Returns whether the viewer is the artist of this casset, or the creator of a co-casset. */
export const isOwner = ({ artist }: Pick<Page, 'artist'>, viewer: Pick<Viewer, 'userId'> | null): boolean =>
  artist.userId === viewer?.userId

/** Returns whether a casset is the viewer's own, or shared with them (rule: members). */
export const isOwnOrShared = (ctx: Ctx, page: Page, viewer: Viewer | null): boolean =>
  isOwner(page, viewer) || isMember(ctx, page.casset, viewer)

type Shown = { casset: Pick<World['casset'], 'published' | 'privacy'>; artist: Pick<World['artist'], 'userId'> }

/** Whether somebody sees a casset without having it: it is theirs, or published and not private. */
export const isShownTo = ({ casset, artist }: Shown, viewer: Pick<Viewer, 'userId'> | null): boolean =>
  isOwner({ artist }, viewer) || (casset.published && casset.privacy !== 'private')

/**
 * Returns whether the viewer may see a casset. Its members always may. People who collected it or
 * bought a track of it may too, unless it was taken down because of a law (rule: take-down).
 */
export const isVisible = (ctx: Ctx, page: Page, viewer: Person | null): boolean =>
  isShownTo(page, viewer) ||
  isMember(ctx, page.casset, viewer) ||
  (viewer !== null &&
    page.casset.takenDown !== 'law' &&
    (hasCollected(ctx, page.casset.id, viewer.userId) || singlesOf(ctx, page.casset.id, viewer.userId).size > 0))

function ifVisible<P extends Page>(ctx: Ctx, page: P | undefined, viewer: Viewer | null, asked: Absent = 'casset'): P {
  if (!page || !isVisible(ctx, page, viewer)) throw notFound(asked)
  return page
}

/** Throws NOT_FOUND when it is absent or hidden from the viewer. */
export const visibleCasset = (ctx: Ctx, slug: string, viewer: Viewer | null): World =>
  ifVisible(ctx, worldBySlug(ctx, slug), viewer)

/**
 * Returns the casset with this id. Throws NOT_FOUND for `asked` when it is absent or hidden from
 * the viewer, so that a hidden track answers like an unknown track (rule: forbidden-or-absent).
 */
export const visibleCassetById = (ctx: Ctx, id: string, viewer: Viewer | null, asked?: Absent): World =>
  ifVisible(ctx, worldById(ctx, id), viewer, asked)

/** Throws as `visibleCasset` does. */
export const visibleCassetForSale = (ctx: Ctx, slug: string, viewer: Viewer | null): CassetForSale =>
  ifVisible(ctx, forSaleBySlug(ctx, slug), viewer)

/**
 * Returns a casset in the form that payments need, without checking who may see it. Throws
 * NOT_FOUND when absent.
 */
export function cassetForSale(ctx: Ctx, id: string): CassetForSale {
  const found = forSaleById(ctx.db).get({ id })
  if (!found) throw notFound('casset')
  return { ...found, artist: credited(ctx, found.casset, found.artist) }
}

/** Returns whether strangers see the casset at a slug: it is published, and public or unlisted. */
export function isSeenByAll(ctx: Ctx, slug: string): boolean {
  try {
    visibleCasset(ctx, slug, null)
    return true
  } catch {
    return false
  }
}
