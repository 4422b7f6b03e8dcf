import { and, desc, eq, isNull } from 'drizzle-orm'
import { comments } from '../../../db/schema/room/room.ts'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import { shownTracks } from '../../casset/track/list-tracks.ts'
import type { Ctx } from '../../context.ts'
import { shownClips } from '../../drop/submission/list-submissions.ts'
import { cutText } from '../../lib/code-points.ts'
import { pagePath } from '../../lib/slug.ts'
import { shownEmojis } from '../../money/emoji/shown-emojis.ts'
import type { Viewer } from '../../platform/http/session.ts'
import type { ThingKind } from './model.ts'

/** A thing on a page, to choose from. */
export type ListedThing = { kind: ThingKind; id: string; title: string }

const listed = (kind: ThingKind, id: string, title: string): ListedThing => ({ kind, id, title })

const most = 50
const titleLength = 120

const pathPattern = /^\/@([a-z0-9_-]{3,30})(?:\/(?!sideb(?:\/|$)|releases(?:\/|$)|clip(?:\/|$))([a-z0-9-]+))?/

/** Returns the slug of the page that an address of this site is about; undefined for another. */
export function slugAt({ site }: Ctx, address: string): string | undefined {
  const url = URL.parse(address.trim(), site.origin)
  const found = url && url.origin === site.origin ? pathPattern.exec(url.pathname) : null
  const [, handle, word] = found ?? []
  return handle && (word === undefined ? handle : `${handle}.${word}`)
}

/**
 * Returns what people made on a page, as a viewer sees it: the page itself, its tracks and emoji,
 * and the newest clips and comments. Throws NOT_FOUND for a page that the viewer does not see.
 */
export function thingsAt(ctx: Ctx, slug: string, viewer: Viewer | null): { path: string; things: ListedThing[] } {
  const { casset } = visibleCasset(ctx, slug, viewer)
  const tracks = shownTracks(ctx, casset.id).map(({ id, title }) => listed('track', id, title))
  const emoji = shownEmojis(ctx, casset, undefined, false).map(({ id, shortcode }) =>
    listed('emoji', id, `:${shortcode}:`),
  )
  const clips = shownClips(ctx, casset.id, null, most).map(({ id, caption, author }) =>
    listed('clip', id, caption || `by @${author.handle}`),
  )
  const page = listed('page', casset.id, casset.name)
  return { path: pagePath(slug), things: [page, ...tracks, ...emoji, ...clips, ...newestComments(ctx, casset.id)] }
}

const newestComments = ({ db }: Ctx, cassetId: string): ListedThing[] =>
  db
    .select({ id: comments.id, text: comments.text })
    .from(comments)
    .where(and(eq(comments.cassetId, cassetId), isNull(comments.removedAt)))
    .orderBy(desc(comments.eventId))
    .limit(most)
    .all()
    .map(({ id, text }) => listed('comment', id, cutText(text, titleLength)))
