import { isHandle } from '../../../account/handle/handle.ts'
import { lettersPath } from '../../../audience/letter/letter.ts'
import { hasPublicLetters } from '../../../audience/letter/page/letter-page.ts'
import { comingShows, toPublicShow } from '../../../audience/show/show.ts'
import { wishOf } from '../../../audience/wish/wish.ts'
import { priceNoteOf } from '../../../books/tax/price-note.ts'
import { artistOf } from '../../../casset/artist-of.ts'
import { offeredFormats } from '../../../casset/audio/convert/host-encoders.ts'
import { alsoOn } from '../../../casset/credit/also-on.ts'
import { readGoods } from '../../../casset/download/read-goods.ts'
import { countFollowers } from '../../../casset/follow/read-follow.ts'
import { readWaveforms } from '../../../casset/track/measure/read-waveforms.ts'
import { recordingOf } from '../../../casset/track/measure/recording.ts'
import type { Ctx } from '../../../context.ts'
import { shownClips } from '../../../drop/submission/list-submissions.ts'
import { openDropsOf } from '../../../drop/view/list-drops.ts'
import { say } from '../../../lib/language/say.ts'
import { wordPattern } from '../../../lib/music/tape.ts'
import { pagePath, splitSlug } from '../../../lib/text/slug.ts'
import { dayAt, dayMs } from '../../../lib/time/calendar.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { addresses } from '../../../release/rendering/addresses.ts'
import { rslType } from '../../../release/rendering/rsl.ts'
import { alsoCollected } from '../../../shop/purchase/also-collected.ts'
import { readMedia } from '../../../world/media.ts'
import { type Page, renderedFrom } from '../../answer-page.tsx'
import { movedTo, optional, page } from '../../page.tsx'
import { everythingChoice, priceFor } from '../../parts/choices-of.ts'
import { drawnWaveforms, type Media, toTape } from '../../parts/tape-view.ts'
import { extrasOf, visitorState } from '../../parts/visitor-state.ts'
import { allCredits } from './credits-section.tsx'
import { worldHead } from './head.ts'
import { WorldPage } from './page.tsx'
import type { WishState } from './preorder.tsx'
import { partyLink } from './room/party-link.ts'
import { shelfTapes } from './shelf.tsx'
import { showsOnPage } from './shows.tsx'

const clipsOnPage = 12
const query = { credits: allCredits.length } as const

const isShown = ({ casset }: Media) => casset.published && casset.privacy !== 'private'

/** The terms of all that a casset has, and its feed, for programs that read headers alone. */
const linkOf = (slug: string): string =>
  [
    `<${addresses.cassetLicenseOf(slug)}>; rel="license"; type="${rslType}"`,
    `</@${slug}/feed.xml>; rel="alternate"; type="application/rss+xml"`,
  ].join(', ')

/** `/@handle`: an artist's Profile World. */
export const worldRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle', viewer: optional, query }, ({ request, params, query, viewer }) =>
    // The router gives null for an address that cannot be decoded.
    worldOf(ctx, request, params.handle ?? '', viewer, query),
  )

/** `/@handle/word`: the page of a further tape. */
export const tapeRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/:word', viewer: optional, query }, ({ request, params, query, viewer }) =>
    worldOf(ctx, request, `${params.handle ?? ''}.${params.word ?? ''}`, viewer, query),
  )

type Query = { credits?: string | undefined }

function worldOf(
  ctx: Ctx,
  request: Request,
  asked: string,
  viewer: Viewer | null,
  { credits }: Query,
): Page | Response {
  const slug = asked.toLowerCase()
  const { pathname, search } = new URL(request.url)
  if (isSlug(slug) && pathname !== pagePath(slug)) return movedTo(pagePath(slug) + search)
  return worldAtHome(ctx, asked, viewer, credits === allCredits)
}

/** Returns an artist's page at whatever address was asked for; its own stays the canonical one. */
export function worldAtHome(ctx: Ctx, asked: string, viewer: Viewer | null, hasAllCredits = false): Page {
  const media = readMedia(ctx, asked, viewer, shelfTapes + 1)
  const origin = ctx.site.origin
  const artistId = artistOf(ctx, media.casset.id).id
  const isOwnPage = media.members === undefined && splitSlug(media.casset.slug).word === undefined
  const shows = isOwnPage ? comingShows(ctx, artistId, showsOnPage + 1).map(toPublicShow) : []
  const drawn = media.tracks.slice(0, drawnWaveforms).map(({ id }) => id)
  return {
    head: worldHead(ctx, media, shows),
    ...renderedFrom(WorldPage, {
      media,
      sale: visitorState(ctx, media),
      tape: toTape(ctx, media),
      tray: extrasOf(ctx, media),
      waveforms: readWaveforms(ctx, drawn),
      goods: readGoods(ctx, media.casset.id, null),
      formats: offeredFormats(ctx),
      rest: priceFor(ctx, viewer && { holderId: viewer.userId }, media),
      everything: everythingChoice(ctx, viewer, media),
      priceNote: priceNoteOf(ctx, media.artist.handle),
      wish: wishState(ctx, media, viewer),
      // The day is enough for its year, and a page that was rendered is answered again.
      nowMs: dayAt(ctx.now()) * dayMs,
      party: partyLink(ctx, media),
      url: origin + pagePath(media.casset.slug),
      shareStyles: ctx.assets.manifest.sheets.share,
      hasAllCredits,
      hasOwnLink: viewer !== null && !media.viewer.owner,
      clips: shownClips(ctx, media.casset.id, viewer?.userId ?? null, clipsOnPage),
      drops: openDropsOf(ctx, media.casset.id),
      also: alsoCollected(ctx, media.casset).filter(({ handle }) => !media.tapes.some(({ slug }) => slug === handle)),
      alsoOn: isOwnPage ? alsoOn(ctx, artistId, shelfTapes + 1) : [],
      followers: countFollowers(ctx, artistId),
      byEmail: viewer === null && isShown(media) && ctx.mailer !== undefined,
      letters: isOwnPage && hasPublicLetters(ctx, artistId) ? lettersPath(media.artist.handle) : null,
      shows,
      recording: recordingOf(ctx, media.casset.slug),
    }),
    headers: isShown(media) ? { link: linkOf(media.casset.slug) } : {},
    foot: {
      theme: media.theme.footerTheme,
      line: say('All music on this page is {displayName}’s own.', { displayName: media.artist.displayName }),
    },
  }
}

function wishState(ctx: Ctx, { casset }: Media, viewer: Viewer | null): WishState {
  if (!casset.published || casset.privacy === 'private') return null
  if (!viewer) return 'stranger'
  const wish = wishOf(ctx, viewer.userId, casset.id)
  return { wish: wish ? { tells: wish.tells } : null, sendsEmail: ctx.mailer !== undefined }
}

const isSlug = (text: string): boolean => {
  const { handle, word } = splitSlug(text)
  return isHandle(handle) && (word === undefined || wordPattern.test(word))
}
