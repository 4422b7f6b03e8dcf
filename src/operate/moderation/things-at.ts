import { isHandle } from '../../account/handle/handle.ts'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import { isReservedWord } from '../../casset/tape-word.ts'
import { shownTracks } from '../../casset/track/list-tracks.ts'
import type { Ctx } from '../../context.ts'
import { shownClips } from '../../drop/submission/list-submissions.ts'
import { say } from '../../lib/language/say.ts'
import { wordPattern } from '../../lib/music/tape.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { pagePath, splitSlug } from '../../lib/text/slug.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { readRecent } from '../../room/comment/recent-comments.ts'
import { shownEmojis } from '../../shop/emoji/shown-emojis.ts'
import type { ThingKind } from './model.ts'

export type ListedThing = { kind: ThingKind; id: string; title: string; picture?: string }

const listed = (kind: ThingKind, id: string, title: string): ListedThing => ({ kind, id, title })

const most = 200
const titleLength = 120

/** Takes the address of a page below it too; undefined for another address. */
export function slugAt({ site }: Ctx, address: string): string | undefined {
  const url = URL.parse(address.trim(), site.origin)
  if (url?.origin !== site.origin) return undefined
  const [, slug = '', below = ''] = /^\/@([^/]+)(?:\/([^/]+))?/.exec(url.pathname.toLowerCase()) ?? []
  const { handle, word } = splitSlug(slug)
  if (!isHandle(handle)) return undefined
  const isTape = word === undefined && wordPattern.test(below) && !isReservedWord(below)
  return isTape ? `${handle}.${below}` : slug
}

/**
 * Returns what people made on a page, as a viewer sees it: the page itself, its tracks and emoji,
 * and the newest clips and comments. Throws NOT_FOUND for a page that the viewer does not see.
 */
export function thingsAt(ctx: Ctx, slug: string, viewer: Viewer | null): { path: string; things: ListedThing[] } {
  const { casset } = visibleCasset(ctx, slug, viewer)
  const tracks = shownTracks(ctx, casset.id).map(({ id, title }) => listed('track', id, title))
  const emoji = shownEmojis(ctx, casset, undefined, false).map(({ id, shortcode, url }) => ({
    ...listed('emoji', id, `:${shortcode}:`),
    picture: url,
  }))
  const clips = shownClips(ctx, casset.id, null, most).map(({ id, caption, author }) =>
    listed('clip', id, caption || say('by @{handle}', { handle: author.handle })),
  )
  const said = readRecent(ctx, casset.id)
    .toReversed()
    .map(({ id, text }) => listed('comment', id, cutText(text, titleLength)))
  const page = listed('page', casset.id, casset.name)
  return { path: pagePath(slug), things: [page, ...tracks, ...emoji, ...clips, ...said] }
}
