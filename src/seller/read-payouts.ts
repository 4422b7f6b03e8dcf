import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Viewer } from '../http/session.ts'

import type { Processor } from '../payment/processor.ts'
import { dueWords } from './due-words.ts'
import type { Payouts } from './model.ts'
import { refreshAccount } from './read-account.ts'
import { readFunds } from './read-funds.ts'
import { accountOfArtist, accountState, type SellerAccount } from './seller-account.ts'
import { sellingOf } from './selling.ts'

const nothing: Pick<Payouts, 'due' | 'balance' | 'payouts' | 'current'> = {
  due: [],
  balance: null,
  payouts: [],
  current: true,
}

/**
 * Returns how the viewer is paid. The processor is asked each time: returning from its form does not prove that the
 * form was completed. While the processor does not answer, the stored state is returned with `current: false`.
 */
export async function readPayouts(ctx: Ctx, viewer: Viewer): Promise<Payouts> {
  const { processor } = ctx
  const selling = sellingOf(ctx, viewer)
  if (!processor) return { mode: 'off', state: 'NONE', selling, ...nothing }
  // The owner of the instance sells through the platform's own account (rule 7.2).
  if (viewer.role === 'owner') {
    return { mode: 'platform', state: 'READY', selling, ...(await withFunds(ctx, processor, null)) }
  }
  const known = accountOfArtist(ctx, processor.mode, viewer.artistId)
  if (!known) return { mode: 'connected', state: 'NONE', selling, ...nothing }
  const { due, current } = await refreshed(ctx, processor, known)
  const account = accountOfArtist(ctx, processor.mode, viewer.artistId) ?? known
  const state = accountState(account)
  const isReady = state === 'READY' && current
  const funds = isReady ? await withFunds(ctx, processor, account.accountId) : { ...nothing, current }
  return { mode: 'connected', state, selling, ...funds, due }
}

async function refreshed(ctx: Ctx, processor: Processor, { accountId }: SellerAccount) {
  const now = await ifAnswered(refreshAccount(ctx, processor, accountId, { briefly: true }))
  return { due: dueWords(now?.due ?? []), current: now !== undefined }
}

async function withFunds(ctx: Ctx, processor: Processor, accountId: string | null) {
  const funds = await ifAnswered(readFunds(ctx, processor, accountId))
  return { ...nothing, ...funds, current: funds !== undefined }
}

async function ifAnswered<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') return undefined
    throw error
  }
}
