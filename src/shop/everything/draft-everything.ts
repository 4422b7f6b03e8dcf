import { type CassetForSale, isOwnOrShared } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { divideByWeights } from '../../lib/money/divide.ts'
import type { PaymentDraft } from '../../order/begin/begin-payment.ts'
import type { Order } from '../../order/order.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { NewCheckout } from '../purchase/shape.ts'
import { saveRest } from '../rest/rest-orders.ts'
import { agreedAmount } from '../single-track/casset-terms.ts'
import { requireShown } from '../single-track/single-tracks.ts'
import { saveEverything } from './everything.ts'
import { type Everything, everythingFor } from './everything-offer.ts'

const field = 'everything'

/**
 * Drafts an order of everything by the artist of a tape (rule: everything). Throws VALIDATION, and
 * BAD_STATE where it is not offered, or leaves nothing to pay for.
 */
export function draftEverything(ctx: Ctx, buyer: Viewer, forSale: CassetForSale, asked: NewCheckout): PaymentDraft {
  if (asked.trackIds) throw invalid('trackIds', say('Ask for tracks or for everything, not for both.'))
  if (asked.code !== undefined) {
    const hint = say('Leave it out, or buy one casset with it.')
    throw new AppError('BAD_STATE', say('A code does not reduce the price of everything.'), { field: 'code', hint })
  }
  const { casset, artist } = forSale
  const now = () => requireOffered(everythingFor(ctx, { artistId: artist.id, currency: casset.currency }, buyer.userId))
  const refuse = () => {
    if (isOwnOrShared(ctx, forSale, buyer)) throw new AppError('BAD_STATE', say('This is your own music.'))
    requireShown(forSale, buyer)
  }
  if (casset.slug !== null) throw notOffered()
  refuse()
  const everything = now()
  const { priceMinor, tapes: prices } = everything.price
  const creditMinor = prices.reduce((sum, tape) => sum + tape.creditMinor, 0)
  const amountMinor = agreedAmount(ctx, forSale, priceMinor, asked.amount)
  return {
    kind: 'everything',
    subject: `${everything.tapes.length}`,
    message: null,
    amountMinor,
    priceMinor,
    creditMinor,
    referralCode: null,
    title: `Everything by ${artist.displayName}`,
    refuse() {
      refuse()
      // Another tab may have collected a tape of it meanwhile.
      if (keyOf(now()) !== keyOf(everything)) throw changed()
    },
    keep(order: Order) {
      saveEverything(ctx, order, artist.id, termsOf(everything, amountMinor))
      const cheaper = everything.tapes.filter((_tape, index) => (prices[index]?.creditMinor ?? 0) > 0)
      saveRest(
        ctx,
        order.id,
        cheaper.flatMap(({ paidOrderIds }) => paidOrderIds),
      )
    },
  }
}

const keyOf = ({ price, tapes, hasFuture }: Everything): string =>
  JSON.stringify([price, hasFuture, tapes.map(({ id }) => id)])

/** Returns an order's terms, with the part of each tape: the parts sum to what is paid. */
function termsOf({ percent, hasFuture, tapes, price, wholeMinor }: Everything, amountMinor: number) {
  const due = price.tapes.map(({ dueMinor }) => dueMinor)
  const weights = due.some((each) => each > 0) ? due : tapes.map(() => 1)
  const parts = wholeMinor === 0 ? tapes.map(() => 0) : divideByWeights(amountMinor, weights)
  return {
    percent,
    hasFuture,
    tapes: tapes.map(({ id }, index) => ({
      cassetId: id,
      partMinor: parts[index] ?? 0,
      creditMinor: price.tapes[index]?.creditMinor ?? 0,
    })),
  }
}

const notOffered = () => new AppError('BAD_STATE', say('This artist does not sell everything together.'), { field })

const changed = () =>
  new AppError('BAD_STATE', say('What this would bring you has changed.'), {
    hint: say('Load the page again to see it.'),
  })

function requireOffered(everything: Everything | undefined): Everything {
  if (!everything) throw notOffered()
  if (everything.tapes.length === 0) {
    throw new AppError('BAD_STATE', say('You already have everything that this artist has published.'), { field })
  }
  if (everything.wholeMinor > 0) return everything
  const hint = say('Get it from its own page: it is free.')
  throw new AppError('BAD_STATE', say('There is nothing left to pay for.'), { field, hint })
}
