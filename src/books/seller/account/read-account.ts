import type Stripe from 'stripe'
import type { Ctx } from '../../../context.ts'
import { type Ask, askProcessor, glanceAtProcessor, isOutOfReach } from '../../../platform/payment/ask-processor.ts'
import { paymentLock } from '../../../platform/payment/payment-lock.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import { type AccountStatus, accountById, saveStatus } from './seller-account.ts'

type Account = Stripe.V2.Core.Account

/** The current state of an account at the processor. `due` lists the names of open requirements. */
export type AccountNow = AccountStatus & {
  isRejected: boolean
  due: string[]
  /** Whether its income is kept from its bank. */
  isBlocked: boolean
  country: string | null
}

const ended: AccountNow = {
  isPayable: false,
  isEnded: true,
  isRejected: false,
  due: [],
  isBlocked: false,
  country: null,
}

/**
 * Updates our copy of a connected account from the processor, one call at a time per account.
 * `also` runs in the same transaction; `briefly` asks once, without retries. Returns undefined for
 * an account that is not ours. Throws UNAVAILABLE.
 */
export function refreshAccount(
  ctx: Ctx,
  processor: Processor,
  accountId: string,
  { also = () => {}, briefly = false }: { also?: () => void; briefly?: boolean } = {},
): Promise<AccountNow | undefined> {
  return paymentLock(ctx)(`account ${accountId}`, async () => {
    const isOurs = accountById(ctx, processor.mode, accountId) !== undefined
    const now = isOurs ? await readAccount(ctx, processor, accountId, briefly) : undefined
    await ctx.jointly(() => {
      const account = accountById(ctx, processor.mode, accountId)
      if (account && now) saveStatus(ctx, account, now)
      also()
    })
    return now
  })
}

/** Returns the state of a connected account at the processor. Throws UNAVAILABLE. */
export async function readAccount(ctx: Ctx, processor: Processor, id: string, briefly = false): Promise<AccountNow> {
  const include: Stripe.V2.Core.AccountRetrieveParams.Include[] = [
    'configuration.recipient',
    'identity',
    'requirements',
  ]
  const ask: Ask<Account> = (stripe, options) => stripe.v2.core.accounts.retrieve(id, { include }, options)
  try {
    return toNow(await (briefly ? glanceAtProcessor(ctx, processor, ask) : askProcessor(ctx, processor, ask)))
  } catch (error) {
    if (isOutOfReach(error)) return ended
    throw error
  }
}

function toNow({ closed = false, configuration, identity, requirements }: Account): AccountNow {
  if (closed) return ended
  const balance = configuration?.recipient?.capabilities?.stripe_balance
  const status = balance?.stripe_transfers?.status
  const entries = (requirements?.entries ?? []).filter(({ awaiting_action_from: whose }) => whose === 'user')
  return {
    isPayable: status === 'active',
    isEnded: false,
    isRejected: status === 'rejected' || status === 'unsupported',
    due: entries.map(({ description }) => description),
    isBlocked: balance?.payouts !== undefined && balance.payouts.status !== 'active',
    country: identity?.country?.toLowerCase() ?? null,
  }
}
