import { and, eq } from 'drizzle-orm'
import { artists } from '../../db/schema/account/account.ts'
import { formerWords } from '../../db/schema/casset/casset.ts'
import { artistByFormerHandle, artistByHandle } from '../account/handle/artist-by-handle.ts'
import type { Ctx } from '../context.ts'
import { splitSlug } from '../lib/text/slug.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import {
  type CassetForSale,
  isVisible,
  visibleCassetForSale,
  type World,
  worldById,
  worldBySlug,
} from './access/visible-casset.ts'
import { publicTapes } from './read-tapes.ts'

/**
 * Returns the slug to which a former one leads: of a former handle, a former word, or both
 * (rules: former-handles, former-words). Undefined when there is none, and when its casset is
 * hidden from the viewer, who must not learn whose it was.
 */
export function movedSlug(ctx: Ctx, former: string, viewer: Viewer | null): string | undefined {
  const { handle, word } = splitSlug(former)
  const present = artistByFormerHandle(ctx, handle)?.handle
  if (word === undefined && present === undefined) return undefined
  const world = word === undefined ? worldBySlug(ctx, present ?? handle) : tapeOf(ctx, present ?? handle, word)
  const slug = world?.artist.handle
  return world && slug !== former && isVisible(ctx, world, viewer) ? slug : undefined
}

/**
 * Returns the casset that the body of a request names, also by a former slug, which leads on there
 * as in an address (rules: former-handles, former-words). Throws NOT_FOUND when it is absent or
 * hidden from the viewer.
 */
export function namedForSale(ctx: Ctx, slug: string, viewer: Viewer | null): CassetForSale {
  try {
    return visibleCassetForSale(ctx, slug, viewer)
  } catch (error) {
    const present = movedSlug(ctx, slug.toLowerCase(), viewer)
    if (present === undefined) throw error
    return visibleCassetForSale(ctx, present, viewer)
  }
}

/**
 * Returns the artist whom a request names by a handle, also by a former one, which leads on there
 * as in an address (rule: former-handles): where the viewer sees anything of theirs. Undefined for
 * nobody.
 */
export function namedArtist(ctx: Ctx, handle: string, viewer: Viewer | null) {
  const present = artistByHandle(ctx, handle)
  if (present) return present
  const former = artistByFormerHandle(ctx, handle)
  const isShown = former && (movedSlug(ctx, handle, viewer) !== undefined || publicTapes(ctx, former).length > 0)
  return isShown ? former : undefined
}

function tapeOf(ctx: Ctx, handle: string, word: string): World | undefined {
  const present = worldBySlug(ctx, `${handle}.${word}`)
  if (present) return present
  const former = ctx.db
    .select({ cassetId: formerWords.cassetId })
    .from(formerWords)
    .innerJoin(artists, eq(artists.id, formerWords.artistId))
    .where(and(eq(artists.handle, handle), eq(formerWords.word, word)))
    .get()
  return former && worldById(ctx, former.cassetId)
}
