import type { HotReads } from '../../db/hot-reads.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'
import { hasCollected } from './collected.ts'

/** A casset with its artist and cover. */
export type World = NonNullable<ReturnType<HotReads['worldBySlug']>>

/** What of a casset and its artist a payment needs. */
export type Wares = NonNullable<ReturnType<HotReads['wares']>>

type Page = { casset: Pick<World['casset'], 'id' | 'published' | 'privacy'>; artist: Pick<World['artist'], 'userId'> }

/** Whether the viewer is the artist of this page. */
export const isOwner = ({ artist }: Pick<Page, 'artist'>, viewer: Viewer | null): boolean =>
  artist.userId === viewer?.userId

/** Published ones are seen by anybody unless private; all others by their owner and by whoever has collected them. */
const isVisible = (ctx: Ctx, { casset, artist }: Page, viewer: Viewer | null): boolean =>
  isOwner({ artist }, viewer) ||
  (casset.published && casset.privacy !== 'private') ||
  (viewer !== null && hasCollected(ctx, casset.id, viewer.userId))

function ifVisible<P extends Page>(ctx: Ctx, page: P | undefined, viewer: Viewer | null): P {
  if (!page || !isVisible(ctx, page, viewer)) throw notFound('casset')
  return page
}

/** The page behind a slug. Throws NOT_FOUND when there is none or the viewer may not know of it. */
export const visibleCasset = (ctx: Ctx, slug: string, viewer: Viewer | null): World =>
  ifVisible(ctx, ctx.reads.worldBySlug(slug), viewer)

/** The page with this id, under the same rule. */
export const visibleCassetById = (ctx: Ctx, id: string, viewer: Viewer | null): World =>
  ifVisible(ctx, ctx.reads.worldById(id), viewer)

/** What is paid for on the page behind a slug, under the same rule. */
export const visibleWares = (ctx: Ctx, slug: string, viewer: Viewer): Wares =>
  ifVisible(ctx, ctx.reads.wares(slug), viewer)
