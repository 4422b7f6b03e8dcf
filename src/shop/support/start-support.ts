import { supportPayments, supports } from '../../../db/schema/shop/support.ts'
import { isOwnOrShared, visibleCassetForSale } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { tipBounds } from '../../lib/money/tip-sum.ts'
import { beginPayment, type PaymentDraft } from '../../order/begin/begin-payment.ts'
import type { Payable } from '../../order/shape.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { askProcessor, requireProcessor } from '../../platform/payment/ask-processor.ts'
import { refuseAmount } from '../../platform/payment/refuse-sum.ts'
import { levelById } from './levels.ts'
import type { NewSupport } from './model.ts'
import { changeSupport, supportOf } from './support.ts'

/**
 * Starts the first payment of a support, whose card may be asked again without its holder
 * (rule: supporters). Throws NOT_FOUND, VALIDATION, BAD_STATE for the artist themselves, a
 * second support of theirs, and where nobody can be paid, UNAVAILABLE.
 */
export async function startSupport(
  ctx: Ctx,
  slug: string,
  supporter: Viewer,
  { levelId, amount, agrees, replaceVoucher }: NewSupport,
  address: string,
): Promise<Payable> {
  const forSale = visibleCassetForSale(ctx, slug, supporter)
  const { casset, artist } = forSale
  const level = () => {
    const found = levelById(ctx, levelId)
    if (!found || found.artistId !== artist.id || casset.slug !== null) throw notFound('subscription')
    if (found.endedAt !== null || found.currency !== casset.currency) throw levelGone()
    return found
  }
  const { id: _, name, amountMinor: least, rhythm, hasStreams, hasTapes } = level()
  const { most } = tipBounds(casset.currency)
  refuseAmount(ctx, amount, { least, most: Math.max(least, most) }, casset.currency)
  const begun = supportOf(ctx, supporter.userId, artist.id)
  const supportId = begun?.id ?? ctx.uuid()
  const terms = { levelId, levelName: name, amountMinor: amount, rhythm, hasStreams, hasTapes, cassetId: casset.id }
  const draft: PaymentDraft = {
    kind: 'support',
    thingId: supportId,
    subject: name,
    message: null,
    amountMinor: amount,
    priceMinor: least,
    referralCode: null,
    title: `Support for ${artist.displayName}: ${name}`,
    refuse() {
      if (isOwnOrShared(ctx, forSale, supporter)) throw new AppError('BAD_STATE', say('You cannot support yourself.'))
      level()
      const running = supportOf(ctx, supporter.userId, artist.id)
      if (running && running.state !== 'BEGUN') throw supportsAlready()
    },
    keep({ id: orderId, mode, createdAt, currency }) {
      const { userId } = supporter
      const known = supportOf(ctx, userId, artist.id)
      if (known && known.id !== supportId) throw supportsAlready()
      const row = { id: supportId, userId, artistId: artist.id, ...terms, mode, currency, createdAt }
      if (known) changeSupport(ctx, supportId, { ...terms, currency, createdAt })
      else
        ctx.db
          .insert(supports)
          .values({ ...row, state: 'BEGUN' })
          .run()
      ctx.db.insert(supportPayments).values({ orderId, supportId, period: 0, hasStreams, hasTapes }).run()
    },
  }
  const payable = await beginPayment(ctx, supporter, forSale, draft, { address, agrees, replaceVoucher })
  await keepForLater(ctx, payable)
  return payable
}

/**
 * Has the card of an open payment kept for payments without its holder. Throws BAD_STATE where its
 * payer is no customer at the processor yet, UNAVAILABLE.
 */
export async function keepForLater(ctx: Ctx, { paymentIntentId }: Pick<Payable, 'paymentIntentId'>): Promise<void> {
  const intent = await askProcessor(ctx, requireProcessor(ctx), ({ paymentIntents }, options) =>
    paymentIntents.update(paymentIntentId, { setup_future_usage: 'off_session' }, options),
  )
  if (intent.customer !== null) return
  throw new AppError('UNAVAILABLE', say('The payment processor is not answering right now.'), {
    hint: say('Try again in a minute. You will not be charged twice.'),
    retryAfter: 30,
  })
}

const levelGone = () =>
  new AppError('BAD_STATE', say('This level is no longer offered.'), {
    hint: say('Load the page again to see what is.'),
  })

const supportsAlready = () =>
  new AppError('BAD_STATE', say('You support this artist already.'), {
    hint: say('In your library you see it, and can end it.'),
  })
