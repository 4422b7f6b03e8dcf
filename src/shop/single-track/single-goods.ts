import type Stripe from 'stripe'
import { hasAnyOf, heldOf, trackHeldSince } from '../../casset/access/held-of.ts'
import { holdableTracks, missingTrack } from '../../casset/access/held-track.ts'
import { addOrderedTracks, changeOrderedTracks, tracksOfOrder } from '../../casset/access/track-holding.ts'
import { keepOpen } from '../../casset/casset.ts'
import { eraseUnheldJob } from '../../casset/track/loss/erase-track.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Goods, NamedItem, Obstacle } from '../../order/goods.ts'
import type { Holdings } from '../../order/holding.ts'
import { type Order, orderById, thingIdOf } from '../../order/order.ts'
import { grant } from '../../order/settle/grant.ts'
import { singlesPaidElsewhere } from '../purchase/paid-elsewhere.ts'
import { refundRegained } from '../purchase/refund-regained.ts'
import { replaceOpen } from '../purchase/replace-open.ts'
import { joinClaimed } from '../rest/claim-joined.ts'
import { hasRestEnded, settleRests } from '../rest/free-rest.ts'
import { lostGuestLink } from '../rest/lost-guest-link.ts'
import { noteRest, restsOfSingle } from '../rest/rest-orders.ts'
import { idsIn, idsMetadata } from '../rest/told-list.ts'
import { tracksText } from './tracks-text.ts'

/** Returns the tracks that metadata tells; undefined where there are none, or one is no id. */
const toldTracks = (metadata: Stripe.Metadata): string[] | undefined => idsIn(metadata, 'tracks')

/** Where the tracks of an order are held: in rows of that order, which all say the same. */
const holdings = (ctx: Ctx, order: Order): Holdings => ({
  find() {
    const [first] = tracksOfOrder(ctx, order)
    if (!first || first.heldSince === null) return undefined
    const { orderId, mode, status, endedAt } = first
    return { id: orderId, orderId, mode, status, purchasedAt: first.heldSince, endedAt }
  },
  add: ({ status, purchasedAt, endedAt }) =>
    changeOrderedTracks(ctx, order, { status, heldSince: purchasedAt, endedAt }),
  change: (_id, { status = 'PAID', endedAt = null }) => changeOrderedTracks(ctx, order, { status, endedAt }),
})

const isLive = (ctx: Ctx, order: Order): boolean => holdings(ctx, order).find()?.endedAt === null

/** Whether the holder of ended tracks has one of them another way. */
function hasOtherwise(ctx: Ctx, { id, cassetId, holderId }: Order): boolean {
  const trackIds = tracksOfOrder(ctx, { id }).map(({ trackId }) => trackId)
  return holderId !== null && hasAnyOf(ctx, { cassetId, trackIds }, holderId)
}

/** Returns why the tracks cannot be delivered any more; null when they can. */
function obstacleTo(ctx: Ctx, order: Order): Obstacle | null {
  const ids = tracksOfOrder(ctx, order).map(({ trackId }) => trackId)
  const found = holdableTracks(ctx, ids, order.paidAt ?? ctx.now())
  if (found.length < ids.length) return () => say('a track of it is not there any more ## after a colon')
  if (order.holderId === null) return null
  // Their rest, which an older copy may have learned first, counts them.
  const held = heldOf(ctx, order.cassetId, order.holderId, restsOfSingle(ctx, order.id, 'PAID'))
  const isTwice = ids.some((id) => trackHeldSince(held, id) !== undefined)
  return isTwice ? () => say('you have got a track of it another way meanwhile ## after a colon') : null
}

/** For banks: in English. */
const what = ({ subject, cassetName }: { subject: string | null; cassetName: string }): string =>
  `${subject ?? 'A track'} from ${cassetName}`

const nameOf = ({ order, cassetName: name }: NamedItem): string =>
  say('{tracks} from {name}', { tracks: tracksText(order.subject), name })

/** Single tracks of a casset: each buyer buys each of them once (rule: single-tracks). */
export const singleGoods: Goods = {
  kind: 'single',
  holding: {
    find: (ctx, order) => holdings(ctx, order).find(),
    isLive(ctx, order) {
      const { holderId, cassetId } = order
      if (holderId === null) return isLive(ctx, order)
      const held = heldOf(ctx, cassetId, holderId)
      return tracksOfOrder(ctx, order).every(({ trackId }) => trackHeldSince(held, trackId) !== undefined)
    },
    keepsTracks: true,
    paidElsewhere: singlesPaidElsewhere,
  },
  delivery: 'download',
  taxed: 'always',
  deliver(ctx, order, state) {
    refundRegained(ctx, order, state, holdings(ctx, order), () => hasOtherwise(ctx, order))
    grant(ctx, order, state, holdings(ctx, order))
    // Also of what went back: the rest does not hold these tracks then.
    noteRest(ctx, order)
    settleRests(ctx, order)
    const { cassetId, holderId } = order
    if (state.isRevoked) return ctx.jobs.add(eraseUnheldJob, { cassetId }, { key: cassetId })
    if (holderId === null) return
    // Begun payments for the whole casset, alone or among everything, are too high now.
    for (const kind of ['casset', 'everything'] as const) replaceOpen(ctx, { cassetId, holderId }, kind)
  },
  obstacle: obstacleTo,
  // The rest of these tracks, which an older copy may deliver without them, does not hold them.
  undelivered: (ctx, order) => changeOrderedTracks(ctx, order, { status: 'REFUNDED', endedAt: ctx.now() }),
  lost: {
    ...lostGuestLink,
    tell: (ctx, order) => ({
      ...lostGuestLink.tell?.(ctx, order),
      ...idsMetadata(
        'tracks',
        tracksOfOrder(ctx, order).map(({ trackId }) => trackId),
      ),
    }),
    obstacle: (_ctx, _order, told) =>
      toldTracks(told) === undefined ? say('the payment does not say for which tracks it was') : null,
    missing(ctx, _order, told, paidAt) {
      const track = missingTrack(ctx, toldTracks(told) ?? [], paidAt)
      return track === undefined ? null : say('the database has no track {track} to be heard', { track })
    },
    rebuild(ctx, orderId, told) {
      lostGuestLink.rebuild?.(ctx, orderId, told)
      joinClaimed(ctx, orderId)
      const order = orderById(ctx, orderId)
      if (!order) return
      const ids = toldTracks(told) ?? []
      addOrderedTracks(ctx, order, ids)
      if (order.paidAt !== null) keepOpen(ctx, order.cassetId, ids)
    },
  },
  checkoutPath: (order) => `/track/${thingIdOf(order)}`,
  get label() {
    return say('Track ## one')
  },
  receipt: { name: nameOf },
  sale: {
    did: (item, who) => say('{who} bought {name}', { who, name: nameOf(item) }),
    what: ({ order }) => order.subject,
    title: ({ order }) => tracksText(order.subject),
    name: nameOf,
    get refundWarning() {
      return say(
        'After a full refund, they lose what this payment was for. Where the rest of the casset was free because of it, any refund that leaves less than the price ends the rest too.',
      )
    },
  },
  evidence: {
    product: ({ order, cassetName }, seller) =>
      `${what({ ...order, cassetName })}, music by ${seller}. It is digital: right after the payment it can be ` +
      'played and downloaded in full by its buyer alone. Everybody can hear an excerpt before paying.',
    isInAccount: true,
  },
  email: {
    thanks: (name, seller) => say('{name} by {seller} is yours now. How good to have it with you.', { name, seller }),
    get kept() {
      return say('You keep what you bought.')
    },
    get ended() {
      return say('You no longer have what this payment was for.')
    },
    more: (ctx, order) =>
      hasRestEnded(ctx, order)
        ? say('The rest of the casset, which was free because its tracks were paid, has ended with it.')
        : '',
    get keptAfterAll() {
      return say('Until the refund goes through, you have what you bought.')
    },
  },
  figure: 'sales',
  ledgerName: (_ctx, item) => what(item),
}
