import { clock } from '../../../../public/lib/clock.ts'
import { isHandle } from '../../../account/handle/handle.ts'
import { priceNoteOf } from '../../../books/tax/price-note.ts'
import { readGoods } from '../../../casset/download/read-goods.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { notedPrice } from '../../../lib/money/money.ts'
import { tracksText } from '../../../lib/text/count-text.ts'
import { joinSentences } from '../../../lib/text/gap.ts'
import { splitSlug } from '../../../lib/text/slug.ts'
import { orderOfLink } from '../../../order/guest-link.ts'
import { toCover } from '../../../platform/asset/asset-url.ts'
import { cassetOfCode } from '../../../shop/download-code/casset-of-code.ts'
import { readGiftLink, readTaken } from '../../../shop/gift/claim-gift.ts'
import { collectedStatusOf } from '../../../shop/guest/read-collected.ts'
import { type ShownCasset, shownCasset } from '../../../shop/guest/shown-casset.ts'
import { readMedia } from '../../../world/media.ts'
import { type HueSource, themePath } from '../../document/theme.ts'
import { goodsLine } from '../checkout/goods-line.ts'
import type { Choice } from '../choices.tsx'
import { everythingChoice } from '../choices-of.ts'
import type { Media } from '../tape-view.ts'
import { visitorState } from '../visitor-state.ts'
import type { Offer } from './offer.tsx'

const checkout = /^\/checkout\/([^/]+)(\/tip|\/everything|\/gift|\/emoji\/[^/]+|\/track\/[^/]+)?$/
const claim = /^\/claim\/([^/]+)$/
const giftLink = /^\/(gift|taken)\/([^/]+)$/
const world = /^\/@([^/]+)(?:\/([^/]+))?/

/**
 * The offer to a visitor who signs in, null for none; and the reason why the code that they came
 * with gives nothing, null where it gives something or there is no code.
 */
export type NextOffer = { offer: Offer | null; giftFault: string | null }

/**
 * Returns what a visitor gets by signing in to go on to a page: the casset of its checkout, its
 * world, its code, or what they collected with an email address (rule: sign-in-doors). The offer is
 * null where there is none, or none that they may know of.
 */
export function readOffer(ctx: Ctx, next: string): NextOffer {
  const { pathname, searchParams } = new URL(next, ctx.site.origin)
  if (pathname !== '/redeem') return { offer: pageOffer(ctx, pathname), giftFault: null }
  return giftOffer(ctx, searchParams.get('code') ?? '', leadOfGift())
}

function pageOffer(ctx: Ctx, pathname: string): Offer | null {
  const [, secret] = claim.exec(pathname) ?? []
  if (secret !== undefined) return claimOffer(ctx, secret)
  const [, way, given] = giftLink.exec(pathname) ?? []
  if (given !== undefined) return givenOffer(ctx, given, way === 'taken')
  const [, bought, extra] = checkout.exec(pathname) ?? []
  const [, visited, below] = world.exec(pathname) ?? []
  const slug = (bought ?? visited ?? '').toLowerCase()
  if (!isHandle(splitSlug(slug).handle)) return null
  // Below a page is a further tape, or one of the site's own pages, whose words no tape has.
  const tape = below === undefined ? null : visibleMedia(ctx, `${slug}.${below.toLowerCase()}`)
  const media = tape ?? visibleMedia(ctx, slug)
  if (!media) return null
  if (bought !== undefined && extra === undefined && visitorState(ctx, media) === 'open') return saleOffer(ctx, media)
  const everything = extra === '/everything' ? everythingChoice(ctx, null, media) : null
  if (everything) return everythingOffer(ctx, media, everything)
  const { casset, artist } = media
  const track = media.tracks.find(({ id }) => extra === `/track/${id}`)
  if (track) return trackOffer(ctx, media, track)
  const isSold = casset.price.amount > 0 && visitorState(ctx, media) === 'open'
  const lead = leadBelow(below) ?? leadOf(extra, artist.displayName, isSold)
  return { ...shownOf(ctx, media), title: casset.name, lead, facts: null, goods: null }
}

function leadBelow(below: string | undefined): string | null {
  if (below === 'sideb') return say('Sign in, or create an account, to write in its room.')
  return below === 'clip' ? say('Sign in, or create an account, to make a clip of it.') : null
}

function leadOf(extra: string | undefined, artist: string, isSold: boolean): string {
  if (extra === undefined || extra === '/everything') {
    const text = say('Sign in, or create an account, to like and follow {artist}.', { artist })
    return isSold ? joinSentences(text, say('You can buy without an account.')) : text
  }
  if (extra === '/gift') return say('Sign in, or create an account. Then your library says what became of the gift.')
  return extra === '/tip'
    ? say('Sign in, or create an account, to tip {artist}.', { artist })
    : say('Sign in, or create an account, to get its emoji.')
}

function visibleMedia(ctx: Ctx, slug: string): Media | null {
  try {
    return readMedia(ctx, slug, null)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function saleOffer(ctx: Ctx, media: Media): Offer {
  const { casset, artist, tracks } = media
  const isFree = casset.price.amount === 0
  const total = tracks.reduce((sum, { durationSec }) => sum + (durationSec ?? 0), 0)
  const price = notedPrice(casset.price, priceNoteOf(ctx, artist.handle))
  return {
    ...shownOf(ctx, media),
    title: isFree
      ? say('Get {name} for free', { name: casset.name })
      : say('Buy {name}, {price}', { name: casset.name, price }),
    lead: say('Sign in, or create an account. It is yours to play and to download.'),
    facts: `${tracksText(tracks.length)} · ${clock(total)}`,
    goods: goodsLine(readGoods(ctx, casset.id, null)),
  }
}

const trackOffer = (ctx: Ctx, media: Media, { title, price }: Media['tracks'][number]): Offer => ({
  ...shownOf(ctx, media),
  title: price
    ? say('Buy {name}, {price}', { name: title, price: notedPrice(price, priceNoteOf(ctx, media.artist.handle)) })
    : title,
  lead: say('Sign in, or create an account. It is yours to play and to download.'),
  facts: say('from {name} ## of a track: the casset that it is on', { name: media.casset.name }),
  goods: null,
})

const everythingOffer = (ctx: Ctx, media: Media, { name, price, note }: Choice): Offer => ({
  ...shownOf(ctx, media),
  title: say('{name} for {price}', { name, price: notedPrice(price, priceNoteOf(ctx, media.artist.handle)) }),
  lead: say('Sign in, or create an account. All of it is yours to play and to download.'),
  facts: note ?? null,
  goods: null,
})

const leadOfGift = () => say('Sign in, or create an account. Your code makes it yours to play and to download.')

export function giftOffer(ctx: Ctx, code: string, lead: string): NextOffer {
  if (code === '') return { offer: null, giftFault: null }
  const gift = cassetOfCode(ctx, code)
  if (gift instanceof AppError) return { offer: null, giftFault: gift.told }
  const { casset, artist, cover } = gift
  const goods = readGoods(ctx, casset.id, null)
  const shown = { casset, artist, cover: cover ? toCover(cover) : null, theme: { tokens: casset.themeTokens } }
  const offer = {
    ...shownOf(ctx, shown),
    title: say('A gift for you: {name}', { name: casset.name }),
    lead,
    facts: goods.length > 0 ? tracksText(goods.length) : null,
    goods: goodsLine(goods),
  }
  return { offer, giftFault: null }
}

function claimOffer(ctx: Ctx, secret: string): Offer | null {
  const order = orderOfLink(ctx, 'claim', secret)
  if (!order || collectedStatusOf(ctx, order) !== 'held') return null
  const casset = shownCasset(ctx, order.cassetId)
  return cassetOffer(ctx, casset, say('Add {name} to your library', { name: casset.name }), leadOfLink())
}

function givenOffer(ctx: Ctx, secret: string, isTaken: boolean): Offer | null {
  const order = orderOfLink(ctx, isTaken ? 'taken' : 'gift', secret)
  if (!order || (isTaken ? readTaken : readGiftLink)(ctx, null, secret).problem) return null
  const casset = shownCasset(ctx, order.cassetId)
  return cassetOffer(ctx, casset, say('A gift for you: {name}', { name: casset.name }), leadOfLink())
}

const leadOfLink = () => say('Sign in, or create an account. Then you hear all of it here.')

export const cassetOffer = (ctx: Ctx, casset: ShownCasset, title: string, lead: string): Offer => {
  const { name, artist: displayName, handle, cover, theme } = casset
  const shown = { casset: { name }, artist: { handle, displayName }, cover, theme }
  return { ...shownOf(ctx, shown), title, lead, facts: null, goods: null }
}

type Shown = {
  casset: { name: string }
  artist: { handle: string; displayName: string }
  cover: Media['cover']
  theme: { tokens: HueSource['tokens'] }
}

const shownOf = ({ assets }: Ctx, { casset, artist, cover, theme }: Shown): Pick<Offer, 'sleeve' | 'sheet'> => ({
  sleeve: { cover, name: casset.name, artist: artist.displayName, handle: artist.handle },
  sheet: themePath({ tokens: theme.tokens, coverColor: cover?.color ?? null }, assets.manifest.build),
})
