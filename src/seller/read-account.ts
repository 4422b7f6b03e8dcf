import type Stripe from 'stripe'
import type { Ctx } from '../context.ts'
import { type Ask, askProcessor, isOutOfReach } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { type AccountStatus, accountById, saveStatus } from './seller-account.ts'

type Account = Stripe.V2.Core.Account

/** An account as the processor has it now. `due` names what its holder still has to give, as the processor names it. */
export type AccountNow = AccountStatus & { isRejected: boolean; due: string[] }

const ended: AccountNow = { isPayable: false, isEnded: true, isRejected: false, due: [] }

/** How the processor is asked: with patience, or with a single short question. */
export type Asking = <T extends { object: string }>(ctx: Ctx, processor: Processor, ask: Ask<T>) => Promise<T>

/**
 * Brings what we know of a connected account to what the processor says of it now, in turns as with a payment. `also`
 * runs in the same transaction. Undefined for an account that is not ours. Throws UNAVAILABLE.
 */
export function refreshAccount(
  ctx: Ctx,
  processor: Processor,
  accountId: string,
  { also = () => {}, asking = askProcessor }: { also?: () => void; asking?: Asking } = {},
): Promise<AccountNow | undefined> {
  return ctx.paymentTurns(`account ${accountId}`, async () => {
    const isOurs = accountById(ctx, processor.mode, accountId) !== undefined
    const now = isOurs ? await readAccount(ctx, processor, accountId, asking) : undefined
    await ctx.jointly(() => {
      const account = accountById(ctx, processor.mode, accountId)
      if (account && now) saveStatus(ctx, account, now)
      also()
    })
    return now
  })
}

async function readAccount(ctx: Ctx, processor: Processor, id: string, asking: Asking): Promise<AccountNow> {
  const include: Stripe.V2.Core.AccountRetrieveParams.Include[] = ['configuration.recipient', 'requirements']
  try {
    return toNow(
      await asking(ctx, processor, (stripe, options) => stripe.v2.core.accounts.retrieve(id, { include }, options)),
    )
  } catch (error) {
    if (isOutOfReach(error)) return ended
    throw error
  }
}

function toNow({ closed = false, configuration, requirements }: Account): AccountNow {
  if (closed) return ended
  const status = configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
  const entries = (requirements?.entries ?? []).filter(({ awaiting_action_from: whose }) => whose === 'user')
  return {
    isPayable: status === 'active',
    isEnded: false,
    isRejected: status === 'rejected' || status === 'unsupported',
    due: entries.map(({ description }) => description),
  }
}
