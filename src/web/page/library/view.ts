import type { Tape } from '../../../../public/player/state.ts'
import { isShownTo } from '../../../casset/access/visible-casset.ts'
import type { Ctx } from '../../../context.ts'
import { listShelf, type ShelvedPurchase } from '../../../money/checkout/purchases.ts'
import type { Viewer } from '../../../platform/http/session.ts'
import { canCollect } from '../../parts/tape-view.ts'
import { uncountedText } from '../../parts/uncounted-text.ts'
import { type HueSource, hueOf } from '../../theme.ts'

/** A collected casset as the library shows it. */
export type Spine = {
  purchase: ShelvedPurchase['purchase']
  /**
   * The part that can still be opened and played; null for a casset that its collector may no
   * longer see.
   */
  tape: Tape | null
  hueSource: HueSource
  /** Whether it contains whole tracks to hear. */
  isHeld: boolean
  /** Why it does not count now (it was paid in another mode). Null when it counts. */
  uncounted: string | null
  /** Whether the casset can be collected, because no other purchase contains it. */
  canCollect: boolean
  /** The path of its receipt, if anything was paid. */
  receiptPath: string | null
}

// They are rendered in one step, in which nothing else is served.
const spinesOnPage = 50

/** Returns a page of the viewer's collected cassets, newest first. */
export function readShelf(ctx: Ctx, viewer: Viewer, cursor: string | undefined) {
  const { page, nextCursor } = listShelf(ctx, viewer, spinesOnPage, cursor)
  return { spines: page.map((shelved) => toSpine(ctx, viewer, shelved)), nextCursor }
}

function toSpine(ctx: Ctx, viewer: Viewer, shelved: ShelvedPurchase): Spine {
  const { purchase, casset, artistUserId, isCollected, paidOrderId } = shelved
  const isVisible = isShownTo({ casset, artist: { userId: artistUserId } }, viewer) || isCollected
  const coverColor = purchase.casset.cover?.color ?? null
  const hueSource = { tokens: isVisible ? casset.themeTokens : {}, coverColor }
  const tape = isVisible ? toTape(ctx, shelved, hueSource) : null
  return {
    purchase,
    hueSource,
    isHeld: purchase.entitles,
    uncounted: uncountedText(ctx, purchase.mode),
    canCollect: tape?.canCollect === true,
    tape,
    receiptPath: paidOrderId === null ? null : `/receipt/${paidOrderId}`,
  }
}

function toTape(ctx: Ctx, { purchase, casset, isCollected }: ShelvedPurchase, hueSource: HueSource): Tape {
  const { handle, displayName, cover } = purchase.casset
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
