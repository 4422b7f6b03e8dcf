import { hasCollected } from '../../casset/access/collected.ts'
import { openingOf } from '../../casset/access/opening.ts'
import { worldById } from '../../casset/access/visible-casset.ts'
import { artistOf } from '../../casset/artist-of.ts'
import { eraseUnheldJob } from '../../casset/track/loss/erase-track.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { count } from '../../lib/text/count.ts'
import type { Goods, NamedItem, Obstacle } from '../../order/goods.ts'
import type { Holdings } from '../../order/holding.ts'
import { holderOf, type Order, orderById } from '../../order/order.ts'
import { type PurchaseStatus, paidInFull } from '../../order/read-payment.ts'
import { queueRefund } from '../../order/refund-reason.ts'
import { grant } from '../../order/settle/grant.ts'
import { settleOthers } from '../../order/settle/settle-others.ts'
import { publishedTapeJob } from '../../platform/job/job-kinds.ts'
import { cassetHoldings, emptyCasset, missingMusic } from '../purchase/casset-holdings.ts'
import { broughtBy, type EverythingTape, tapesOf } from '../purchase/everything-tapes.ts'
import { wholesPaidElsewhere } from '../purchase/paid-elsewhere.ts'
import { isCalledOff, refundCalledOff } from '../purchase/refund-called-off.ts'
import { refundRegained } from '../purchase/refund-regained.ts'
import { replaceOpen } from '../purchase/replace-open.ts'
import { stateOfRest } from '../rest/free-rest.ts'
import { lostRest } from '../rest/lost-rest.ts'
import { lostCredit } from '../rest/rest.ts'
import { noteRest } from '../rest/rest-orders.ts'
import { goneText, isUnderpaid, settleAgain } from '../rest/underpaid-rest.ts'
import { comingSince } from './coming-since.ts'
import { changeEverything, everythingOf, saveEverything } from './everything.ts'
import { everythingMetadata, toldEverything } from './everything-metadata.ts'

/** Where an order of everything is held, besides in a purchase of each tape. */
const holdings = (ctx: Ctx, { id: orderId }: Order): Holdings => ({
  find() {
    const row = everythingOf(ctx, orderId)
    if (!row || row.heldSince === null) return undefined
    const { mode, status, heldSince: purchasedAt, endedAt } = row
    return { id: orderId, orderId, mode, status, purchasedAt, endedAt }
  },
  add: ({ status, purchasedAt, endedAt }) =>
    changeEverything(ctx, orderId, { status, heldSince: purchasedAt, endedAt }),
  change: (_id, { status = 'PAID', endedAt = null }) => changeEverything(ctx, orderId, { status, endedAt }),
})

/**
 * Gives a tape to whoever bought everything, or ends it; unless they have it another way, or its
 * preorder was called off. Called in a transaction.
 */
export function deliverTape(ctx: Ctx, order: Order, cassetId: string, state: PurchaseStatus): void {
  if (!state.isRevoked && isCalledOff(ctx, cassetId)) return
  const ofTape = cassetHoldings(ctx, { ...order, cassetId }, { userId: order.holderId, isGift: false })
  const held = ofTape.find()
  const isOthers = held !== undefined && held.orderId !== order.id
  if (isOthers && (state.isRevoked || held.endedAt === null)) return
  grant(ctx, { ...order, cassetId }, state, ofTape)
}

const stateOfTape = (
  ctx: Ctx,
  order: Order,
  { cassetId, partMinor: ownMinor, creditMinor }: EverythingTape,
  state: PurchaseStatus,
): PurchaseStatus => stateOfRest(ctx, order, { cassetId, ownMinor, creditMinor }, state)

/** Whether a tape for which something was paid counts on money that has gone back. */
const isUnderpaidRest = (ctx: Ctx, order: Order, tapes = tapesOf(ctx, order.id)): boolean =>
  isUnderpaid(
    ctx,
    order,
    tapes.filter(({ partMinor }) => partMinor > 0),
  )

/** Gives a tape of everything or ends it, with all that follows. Called in a transaction. */
function settleTape(ctx: Ctx, order: Order, tape: EverythingTape, ofOrder: PurchaseStatus): void {
  const { cassetId } = tape
  const state = stateOfTape(ctx, order, tape, ofOrder)
  deliverTape(ctx, order, cassetId, state)
  if (state.isRevoked) {
    // Another payment of theirs for a tape, which could not be refunded, gives it to them again.
    settleOthers(ctx, { ...order, kind: 'casset', cassetId })
    ctx.jobs.add(eraseUnheldJob, { cassetId }, { key: cassetId })
    return
  }
  const got = { cassetId, holderId: holderOf(order) }
  for (const kind of ['casset', 'single'] as const) replaceOpen(ctx, got, kind)
}

const calledOffMinor = (ctx: Ctx, order: Order, tapes = tapesOf(ctx, order.id)): number =>
  tapes.filter(({ cassetId }) => isCalledOff(ctx, cassetId)).reduce((sum, { partMinor }) => sum + partMinor, 0)

const nameOf = (ctx: Ctx, cassetId: string): string =>
  worldById(ctx, cassetId)?.casset.name ?? say('a casset ## in place of its name')

/** Returns why everything cannot be delivered as it was ordered; null when it can. */
function obstacleTo(ctx: Ctx, order: Order): Obstacle | null {
  const holderId = holderOf(order)
  for (const { cassetId, creditMinor } of tapesOf(ctx, order.id)) {
    const name = () => nameOf(ctx, cassetId)
    if (hasCollected(ctx, cassetId, holderId)) {
      return () => say('you have got “{name}” another way meanwhile ## after a colon', { name: name() })
    }
    if (emptyCasset(ctx, { cassetId, paidAt: order.paidAt }) !== null) {
      return () => say('there is nothing to hear on “{name}” any more ## after a colon', { name: name() })
    }
    const lost = lostCredit(ctx, { ...order, cassetId, creditMinor })
    if (lost !== null) return lost
    // Its part would not come back if it was called off. A rebuilt order was delivered before.
    if (order.paidAt === null && openingOf(ctx, cassetId).opensAt !== null) {
      return () => say('“{name}” is not open any more ## after a colon', { name: name() })
    }
  }
  return null
}

const cassetsOf = ({ order }: NamedItem): number => Number(order.subject ?? 1)

/** For programs and banks: in English. */
const what = (item: NamedItem): string => `everything: ${count(cassetsOf(item), 'casset')}`

const said = (item: NamedItem): string =>
  say('everything: {cassets, plural, one {# casset} other {# cassets}}', { cassets: cassetsOf(item) })

/** Everything that an artist has published, at a percent off (rule: everything). */
export const everythingGoods: Goods = {
  kind: 'everything',
  holding: {
    find: (ctx, order) => holdings(ctx, order).find(),
    broughtBy: broughtBy('everything'),
    paidElsewhere: (ctx, order) =>
      tapesOf(ctx, order.id).flatMap(({ cassetId, partMinor }) =>
        partMinor > 0 ? wholesPaidElsewhere(ctx, order, cassetId) : [],
      ),
  },
  opening: { isWhole: false, calledOffMinor: (ctx, order) => calledOffMinor(ctx, order) },
  delivery: 'download',
  taxed: 'always',
  deliver(ctx, order, paid) {
    const tapes = tapesOf(ctx, order.id)
    // An order that cost nothing ends whole, as one that was paid does.
    const ended = order.amountMinor === 0 ? tapes.map((tape) => stateOfTape(ctx, order, tape, paid)) : []
    const state = ended.find(({ isRevoked }) => isRevoked) ?? paid
    refundRegained(ctx, order, state, holdings(ctx, order), () =>
      tapes.some(({ cassetId, partMinor }) => partMinor > 0 && hasCollected(ctx, cassetId, holderOf(order))),
    )
    // Delivered for the first time, or after it had ended.
    if (!state.isRevoked && holdings(ctx, order).find()?.endedAt !== null) queueFuture(ctx, order)
    grant(ctx, order, state, holdings(ctx, order))
    for (const tape of tapes) settleTape(ctx, order, tape, state)
    refundCalledOff(ctx, order, state, calledOffMinor(ctx, order, tapes))
    if (!state.isRevoked) noteRest(ctx, order)
    if (isUnderpaidRest(ctx, order, tapes)) queueRefund(ctx, 'rest', order.id, state)
  },
  settleRest(ctx, order, ofCasset) {
    const held = holdings(ctx, order).find()
    if (!held || order.amountMinor === 0) {
      everythingGoods.deliver(ctx, order, paidInFull)
      return
    }
    const tapes = tapesOf(ctx, order.id)
    if (isUnderpaidRest(ctx, order, tapes)) settleAgain(ctx, order)
    const { status, endedAt } = held
    const state = { ...paidInFull, status, isRevoked: endedAt !== null }
    const free = tapes.find(({ cassetId, partMinor }) => cassetId === ofCasset && partMinor === 0)
    if (free === undefined) return
    settleTape(ctx, order, free, state)
    noteRest(ctx, order)
  },
  obstacle: obstacleTo,
  lost: {
    tell: (ctx, order) => ({
      ...lostRest.tell?.(ctx, order),
      ...everythingMetadata(everythingOf(ctx, order.id), tapesOf(ctx, order.id)),
    }),
    obstacle(ctx, _order, told) {
      const terms = toldEverything(told)
      if (!terms) return say('the payment does not say of which cassets it was')
      const lost = terms.tapes.find(({ cassetId }) => !worldById(ctx, cassetId))
      return lost ? say('the database has no casset {casset}', { casset: lost.cassetId }) : null
    },
    missing(ctx, _order, told, paidAt) {
      const tapes = toldEverything(told)?.tapes ?? []
      return tapes.map(({ cassetId }) => missingMusic(ctx, cassetId, paidAt)).find((each) => each !== null) ?? null
    },
    rebuild(ctx, orderId, told) {
      const order = orderById(ctx, orderId)
      const terms = toldEverything(told)
      const artist = order && artistOf(ctx, order.cassetId)
      if (!artist || !terms) return
      saveEverything(ctx, order, artist.id, terms)
      lostRest.rebuild?.(ctx, orderId, told)
      queueFuture(ctx, order)
    },
  },
  checkoutPath: () => '/everything',
  get label() {
    return say('Everything ## all that an artist has published')
  },
  receipt: {
    name: (item) =>
      say('Everything so far: {cassets, plural, one {# casset} other {# cassets}}', { cassets: cassetsOf(item) }),
  },
  sale: {
    did: (item, who) =>
      say('{who} bought everything: {cassets, plural, one {# casset} other {# cassets}}', {
        who,
        cassets: cassetsOf(item),
      }),
    what,
    title: said,
    name: said,
    get refundWarning() {
      return say('After a full refund, they lose all of these cassets; after a partial one, they keep them all.')
    },
  },
  evidence: {
    product: (item, seller) =>
      `${what(item)} by ${seller}: albums of music. It is digital: right after the payment all of it can be ` +
      'streamed and downloaded from the account that bought it. The page lists each of them, and everybody can ' +
      'hear an excerpt before paying.',
    isInAccount: true,
  },
  email: {
    thanks: (_name, seller) =>
      say('Everything that {seller} has published here is yours now. How good to have it with you.', { seller }),
    get kept() {
      return say('You keep what you bought.')
    },
    get ended() {
      return say('You no longer have the cassets that this payment brought you.')
    },
    more: (ctx, order) => (isUnderpaidRest(ctx, order) ? goneText() : ''),
    get keptAfterAll() {
      return say('Until the refund goes through, you have what you bought.')
    },
  },
  figure: 'sales',
  ledgerName: (_ctx, { subject, cassetName }) => what({ order: { subject }, cassetName }),
}

/**
 * Queues the preorders, and the cassets that were published after an order was begun, which it does
 * not hold. Called in a transaction.
 */
export function queueFuture(ctx: Ctx, { id: orderId, createdAt }: Order): void {
  const row = everythingOf(ctx, orderId)
  if (!row?.hasFuture) return
  for (const cassetId of comingSince(ctx, row.artistId, createdAt)) {
    ctx.jobs.add(publishedTapeJob, { cassetId }, { key: `${cassetId}:${orderId}` })
  }
}
