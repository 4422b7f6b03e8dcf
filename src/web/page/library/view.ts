import type { Tape } from '../../../../public/player/state.ts'
import { hasCollected } from '../../../access/collected.ts'
import { visibleCasset, type World } from '../../../access/visible-casset.ts'
import { listPurchases, paidOrderOf } from '../../../checkout/purchases.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Viewer } from '../../../http/session.ts'
import { canCollect } from '../../parts/tape-view.ts'
import { uncountedWords } from '../../parts/uncounted-words.ts'
import { type HueSource, hueOf } from '../../theme.ts'

type Purchase = ReturnType<typeof listPurchases>['purchases'][number]

/** A collected casset as the library shows it. */
export type Spine = {
  purchase: Purchase
  /** The part that can still be opened and played; null for a casset that its collector may not see any more. */
  tape: Tape | null
  hueSource: HueSource
  /** Whether it gives whole tracks to hear. */
  isHeld: boolean
  /** Why it counts for nothing now: it was paid in another mode. Null when it counts. */
  uncounted: string | null
  /** Whether the casset can be collected, as no other purchase gives it. */
  canCollect: boolean
  /** The path of its receipt, if anything was paid. */
  receiptPath: string | null
}

const spinesOnPage = 100

/** Returns a page of the viewer's collected cassets, newest first. */
export function readShelf(ctx: Ctx, viewer: Viewer, cursor: string | undefined) {
  const { purchases, nextCursor } = listPurchases(ctx, viewer, spinesOnPage, cursor)
  return { spines: purchases.map((purchase) => toSpine(ctx, viewer, purchase)), nextCursor }
}

function toSpine(ctx: Ctx, viewer: Viewer, purchase: Purchase): Spine {
  const world = stillVisible(ctx, purchase.casset.slug, viewer)
  const hasTape = hasCollected(ctx, purchase.casset.id, viewer.userId)
  const hueSource = { tokens: world?.casset.themeTokens ?? {}, coverColor: purchase.casset.cover?.color ?? null }
  const tape = world ? toTape(ctx, world, hueSource, purchase) : null
  const orderId = paidOrderOf(ctx, purchase)
  return {
    purchase,
    hueSource,
    isHeld: purchase.entitles,
    uncounted: uncountedWords(ctx, purchase.mode),
    canCollect: !hasTape && tape?.canCollect === true,
    tape,
    receiptPath: orderId === undefined ? null : `/receipt/${orderId}`,
  }
}

function toTape(ctx: Ctx, { artist, casset }: World, hueSource: HueSource, { casset: { cover } }: Purchase): Tape {
  const price = { amount: casset.priceMinor, currency: casset.currency }
  return {
    handle: artist.handle,
    artist: artist.displayName,
    name: casset.name,
    ...hueOf(hueSource),
    art: cover?.url ?? null,
    canCollect: canCollect(ctx, artist.handle, price),
  }
}

function stillVisible(ctx: Ctx, slug: string, viewer: Viewer): World | null {
  try {
    return visibleCasset(ctx, slug, viewer)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null
    throw thrown
  }
}
