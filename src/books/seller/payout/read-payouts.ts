import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import { readOwedTo, readWaiting } from '../../ledger/read-owed.ts'
import { platformCountry } from '../account/platform-country.ts'
import { refreshAccount } from '../account/read-account.ts'
import { accountOfArtist, accountState, type SellerAccount } from '../account/seller-account.ts'
import { countriesPaidFrom } from '../countries.ts'
import { dueText } from '../due-text.ts'
import { hasWon } from '../has-won.ts'
import type { Payouts } from '../model.ts'
import { sellingOf } from '../permission/selling.ts'
import { wasPaid } from '../was-paid.ts'
import { holdDaysOf } from './hold-payouts.ts'
import { readFunds } from './read-funds.ts'

type Rest = Omit<Payouts, 'mode' | 'state' | 'selling'>

const nothing: Rest = {
  due: [],
  country: null,
  countries: [],
  holdDays: null,
  payoutsBlocked: false,
  dashboard: false,
  balance: null,
  payouts: [],
  owed: [],
  waiting: [],
  current: true,
}

/**
 * Returns how the viewer is paid. The processor is asked each time: returning from its form does
 * not prove that the form was completed. While the processor does not answer, the stored state is
 * returned with `current: false`.
 */
export async function readPayouts(ctx: Ctx, viewer: Viewer): Promise<Payouts> {
  const { processor } = ctx
  const selling = sellingOf(ctx, viewer)
  if (!processor) return { mode: 'off', state: 'NONE', selling, ...nothing }
  // The owner of the instance sells through the platform's own account (rule: whose-account).
  if (viewer.role === 'owner') {
    return { mode: 'platform', state: 'READY', selling, ...(await withFunds(ctx, processor, null)) }
  }
  const known = accountOfArtist(ctx, processor.mode, viewer.artistId)
  const seen = known && (await refreshed(ctx, processor, known))
  const account = accountOfArtist(ctx, processor.mode, viewer.artistId)
  const state = accountState(account)
  const current = seen?.current ?? true
  const isReady = account !== undefined && state === 'READY' && current
  const funds = isReady ? await withFunds(ctx, processor, account.accountId) : { ...nothing, current }
  const isOpen = account?.endedAt === null
  const mayChoose = (selling.allowed || hasWon(ctx, viewer.artistId)) && current && !(isOpen && wasPaid(ctx, account))
  return {
    mode: 'connected',
    state,
    selling,
    ...funds,
    owed: readOwedTo(ctx, viewer.artistId, processor.mode),
    waiting: readWaiting(ctx, viewer.artistId, processor.mode),
    due: seen?.due ?? [],
    country: seen?.country ?? null,
    countries: mayChoose ? [...countriesPaidFrom(await platformCountry(ctx, processor))] : [],
    holdDays: holdDaysOf(ctx, viewer.artistId),
    payoutsBlocked: isReady && (seen?.isBlocked ?? false),
    dashboard: isOpen && account.readyAt !== null,
  }
}

async function refreshed(ctx: Ctx, processor: Processor, { accountId }: SellerAccount) {
  const now = await ifAnswered(refreshAccount(ctx, processor, accountId, { briefly: true }))
  const { isBlocked = false, country = null } = now ?? {}
  return { due: dueText(now?.due ?? []), current: now !== undefined, isBlocked, country }
}

async function withFunds(ctx: Ctx, processor: Processor, accountId: string | null) {
  const funds = await ifAnswered(readFunds(ctx, processor, accountId))
  return { ...nothing, ...funds, current: funds !== undefined }
}

async function ifAnswered<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    // The processor is down, or refuses this key: the page shows what is known all the same.
    if (error instanceof AppError) return undefined
    throw error
  }
}
