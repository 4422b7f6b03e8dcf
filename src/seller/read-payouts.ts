import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Viewer } from '../http/session.ts'

import type { Processor } from '../payment/processor.ts'
import { dueWords } from './due-words.ts'
import type { Payouts } from './model.ts'
import { refreshAccount } from './read-account.ts'
import { readFunds } from './read-funds.ts'
import { accountOfArtist, type SellerAccount } from './seller-account.ts'

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
  if (!processor) return { mode: 'off', state: 'NONE', ...nothing }
  // The owner of the instance sells through the platform's own account (rule 7.2).
  if (viewer.role === 'owner') return { mode: 'platform', state: 'READY', ...(await withFunds(ctx, processor, null)) }
  const known = accountOfArtist(ctx, processor.mode, viewer.artistId)
  if (!known) return { mode: 'connected', state: 'NONE', ...nothing }
  const { due, current } = await refreshed(ctx, processor, known)
  const account = accountOfArtist(ctx, processor.mode, viewer.artistId) ?? known
  const state = stateOf(account)
  const isReady = state === 'READY' && current
  const funds = isReady ? await withFunds(ctx, processor, account.accountId) : { ...nothing, current }
  return { mode: 'connected', state, ...funds, due }
}

function stateOf({ ready, readyAt, endedAt }: SellerAccount): Payouts['state'] {
  if (ready) return 'READY'
  if (endedAt !== null) return 'DISCONNECTED'
  return readyAt === null ? 'STARTED' : 'RESTRICTED'
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
