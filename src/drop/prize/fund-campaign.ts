import { worldById } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { prizeBounds } from '../../lib/money/prize-sum.ts'
import { beginPayment, type PaymentDraft } from '../../order/begin/begin-payment.ts'
import type { Payable } from '../../order/shape.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refuseAmount } from '../../platform/payment/refuse-sum.ts'
import { campaignById, ownCampaign, refuseOtherMode } from '../campaign.ts'
import { addDeadline } from '../deadline-kind.ts'
import { moveCampaign, notNow } from '../move-campaign.ts'
import { contributionsTo } from './contributions.ts'
import { mostPayments } from './outcome.ts'

export type Funding = { amount: number; replaceVoucher?: boolean | undefined; address: string }

const fundable: ReadonlySet<string> = new Set(['DRAFT', 'FUNDING', 'FUNDED'])

/**
 * Starts a payment into the prize of the caller's drop; the drop is FUNDED once the processor
 * reports it paid (rule: drop-funding). Throws NOT_FOUND, FORBIDDEN, VALIDATION, BAD_STATE,
 * UNAVAILABLE.
 */
export async function fundCampaign(ctx: Ctx, author: Viewer, id: string, funding: Funding): Promise<Payable> {
  const { amount, replaceVoucher, address } = funding
  const campaign = ownCampaign(ctx, id, author)
  refuseOtherMode(ctx, campaign)
  const world = worldById(ctx, campaign.cassetId)
  if (!world) throw notFound('drop')
  refuseAmount(ctx, amount, prizeBounds(world.casset.currency), world.casset.currency)
  const draft: PaymentDraft = {
    kind: 'prize',
    thingId: id,
    message: null,
    amountMinor: amount,
    priceMinor: 0,
    referralCode: null,
    title: `Prize of the drop “${campaign.title}”`,
    // The processor holds it on the platform's account; the platform keeps nothing of a prize.
    seller: { accountId: null, feeBasisPoints: 0 },
    refuse() {
      const now = campaignById(ctx, id)
      if (!fundable.has(now.state)) throw notNow(now)
      if (now.endsAt <= ctx.now()) throw notNow(now, say('Its end has passed.'))
      if (contributionsTo(ctx, id).length >= mostPayments) {
        throw notNow(
          now,
          say('A drop takes at most {mostPayments} payments. Make another one for more.', { mostPayments }),
        )
      }
    },
  }
  const payable = await beginPayment(ctx, author, world, draft, { address, replaceVoucher })
  await ctx.jointly(() => {
    const now = campaignById(ctx, id)
    if (now.state === 'DRAFT') addDeadline(ctx, moveCampaign(ctx, now, 'FUNDING', { userId: author.userId }))
  })
  return payable
}
