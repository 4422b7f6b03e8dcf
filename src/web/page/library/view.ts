import type { Tape } from '../../../../public/player/state.ts'
import { hasCollected } from '../../../casset/access/collected.ts'
import { heldExtras } from '../../../casset/access/held-extra.ts'
import { isShownTo, type World, worldById } from '../../../casset/access/visible-casset.ts'
import { type HeldExtra, toHeldExtra } from '../../../casset/extra/shape.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { priceTag } from '../../../lib/money/money.ts'
import { cutText } from '../../../lib/text/code-points.ts'
import { longest } from '../../../lib/text/longest.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { listBoughtTracks } from '../../../shop/checkout/bought-tracks.ts'
import { findShelf, type ShelfOrder, type ShelfSearch } from '../../../shop/checkout/find-shelf.ts'
import type { BoughtTracks } from '../../../shop/checkout/model.ts'
import { listShelf, type ShelvedPurchase } from '../../../shop/checkout/purchases.ts'
import { restFor } from '../../../shop/rest/rest.ts'
import { type HueSource, hueOf } from '../../document/theme.ts'
import { type Returnable, returnableById } from '../../parts/checkout/give-back.tsx'
import { type Waiting, waitingOf } from '../../parts/checkout/waits.tsx'
import { takenDownText } from '../../parts/taken-down-text.ts'
import { canCollect } from '../../parts/tape-view.ts'
import { uncountedText } from '../../parts/uncounted-text.ts'
import { collectText } from '../world/collect-key.tsx'

export type Spine = {
  purchase: ShelvedPurchase['purchase']
  /** Null for a casset that its collector may no longer see. */
  tape: Tape | null
  hueSource: HueSource
  /** Whether it contains whole tracks to hear. */
  isHeld: boolean
  /** Whether a law took it down, so that its collectors lost it too. */
  isTakenDown: boolean
  /** Why it does not count now (it was paid in another mode). Null when it counts. */
  uncounted: string | null
  /** Whether the casset can be collected, because no other purchase contains it. */
  canCollect: boolean
  paidOrderId: string | null
  /** Until when it is not open, where it is a preorder. */
  waiting: Waiting | null
  givesBack: Returnable | null
  /** The files that come with it. */
  extras: HeldExtra[]
}

export type Single = Pick<
  BoughtTracks['purchases'][number],
  'orderId' | 'casset' | 'amount' | 'currency' | 'purchasedAt'
> & {
  titles: string
  tape: Tape
  hueSource: HueSource
  isHeld: boolean
  /** The way to the rest, with its price; null where it is held, or not sold. */
  rest: { path: string; text: string } | null
  /** Why it cannot be played; null where it can. */
  state: string | null
}

const singlesShown = 50

/** Returns the newest payments of the viewer for single tracks. */
export const readSingles = (ctx: Ctx, viewer: Viewer): Single[] =>
  listBoughtTracks(ctx, viewer, singlesShown).purchases.map((bought) => {
    const { casset, entitles, status, mode } = bought
    const world = worldById(ctx, casset.id)
    const hueSource = { tokens: world?.casset.themeTokens ?? {}, coverColor: casset.cover?.color ?? null }
    const tape = {
      handle: casset.slug,
      artist: casset.displayName,
      name: casset.name,
      ...hueOf(hueSource),
      art: casset.cover?.url ?? null,
      canCollect: false,
    }
    const isSold = world !== undefined && isShownTo(world, viewer) && !hasCollected(ctx, casset.id, viewer.userId)
    const ended =
      uncountedText(ctx, mode) ??
      (status === 'DISPUTED'
        ? say('Your bank took the money back, so you no longer have this.')
        : say('You got your money back, so you no longer have this.'))
    return {
      ...bought,
      titles: bought.tracks.map(({ title }) => title ?? say('A track that was taken down')).join(', '),
      tape,
      hueSource,
      isHeld: entitles,
      rest:
        entitles && isSold
          ? { path: `/checkout/${casset.slug}`, text: restText(ctx, world.casset, viewer.userId) }
          : null,
      state: entitles ? null : world?.casset.takenDown === 'law' ? takenDownText() : ended,
    }
  })

function restText(ctx: Ctx, casset: World['casset'], holderId: string): string {
  const { priceMinor, currency, opensAt } = casset
  const rest = restFor(ctx, casset, { holderId }, priceMinor)
  const due = { amount: rest.priceMinor, currency }
  return rest.creditMinor > 0 && due.amount > 0 && opensAt === null
    ? say('Get the whole album for {price}', { price: priceTag(due) })
    : collectText(due, { priceNote: null, isPreorder: opensAt !== null, isRest: false })
}

// They are rendered in one step, in which nothing else is served.
const spinesOnPage = 50

/** Shows all of it newest first, or what was searched or ordered. */
export type ShelfView = { spines: Spine[]; nextCursor: string | null; search: ShelfSearch | null; found: number }

const orders: readonly string[] = ['newest', 'oldest', 'artist', 'name'] satisfies ShelfOrder[]
const isOrder = (text: string | undefined): text is ShelfOrder => text !== undefined && orders.includes(text)

type AskedShelf = { q?: string | undefined; order?: string | undefined; page?: string | undefined }

/** Returns the search that an address asks for; null for the whole library, newest first. */
export function shelfSearchOf({ q = '', order, page }: AskedShelf): ShelfSearch | null {
  const wanted = isOrder(order) ? order : 'newest'
  if (q.trim() === '' && wanted === 'newest') return null
  return {
    q: cutText(q.trim(), longest.cassetQuery),
    order: wanted,
    page: Math.max(1, Number.parseInt(page ?? '', 10) || 1),
    limit: spinesOnPage,
  }
}

export function findSpines(ctx: Ctx, viewer: Viewer, search: ShelfSearch): ShelfView {
  const { page, found } = findShelf(ctx, viewer, search)
  return { spines: page.map((shelved) => toSpine(ctx, viewer, shelved)), nextCursor: null, search, found }
}

/** Returns a page of the viewer's collected cassets, newest first. */
export function readShelf(ctx: Ctx, viewer: Viewer, cursor: string | undefined): ShelfView {
  const { page, nextCursor } = listShelf(ctx, viewer, spinesOnPage, cursor)
  const spines = page.map((shelved) => toSpine(ctx, viewer, shelved))
  return { spines, nextCursor, search: null, found: spines.length }
}

function toSpine(ctx: Ctx, viewer: Viewer, shelved: ShelvedPurchase): Spine {
  const { purchase, casset, artistUserId, isCollected, paidOrderId } = shelved
  const isTakenDown = casset.takenDown === 'law'
  const isTheirs = isCollected && !isTakenDown
  const isVisible = isShownTo({ casset, artist: { userId: artistUserId } }, viewer) || isTheirs
  const coverColor = purchase.casset.cover?.color ?? null
  const hueSource = { tokens: isVisible ? casset.themeTokens : {}, coverColor }
  const tape = isVisible ? toTape(ctx, shelved, hueSource) : null
  return {
    purchase,
    hueSource,
    isHeld: purchase.entitles,
    isTakenDown,
    uncounted: uncountedText(ctx, purchase.mode),
    canCollect: tape?.canCollect === true,
    tape,
    paidOrderId,
    givesBack: paidOrderId === null || !purchase.entitles ? null : returnableById(ctx, paidOrderId),
    extras: purchase.entitles
      ? heldExtras(ctx, purchase.casset.id, Date.parse(purchase.purchasedAt)).map(toHeldExtra)
      : [],
    waiting: purchase.entitles && casset.opensAt !== null ? waitingOf(ctx, purchase.casset.id, viewer) : null,
  }
}

function toTape(ctx: Ctx, { purchase, casset, isCollected }: ShelvedPurchase, hueSource: HueSource): Tape {
  const { slug: handle, displayName, cover } = purchase.casset
  const price = { amount: casset.priceMinor, currency: casset.currency }
  return {
    handle,
    artist: displayName,
    name: casset.name,
    ...hueOf(hueSource),
    art: cover?.url ?? null,
    // A collector needs no link to collect it.
    canCollect: !isCollected && canCollect(ctx, handle, price),
  }
}
