import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { configState } from '../own-state.ts'

/** Most open streams of one account: every tab of a few browsers. */
export const mostOfAccount = 50

const tryAgainSec = 60

/**
 * The open streams of events, counted by address and by account (rule: stream-limits). `take`
 * returns a function that gives the place back, and throws RATE_LIMIT when there is none.
 */
export type StreamPlaces = { take(address: string, userId: string | undefined): () => void }

/** Behind one address there may be a whole venue: it has many more than an account. */
export const streamPlaces = configState(({ config }) => createStreamPlaces(config.streamsOfAddress))

export function createStreamPlaces(mostOfAddress: number): StreamPlaces {
  const taken = new Map<string, number>()
  const change = (key: string, by: number) => {
    const now = (taken.get(key) ?? 0) + by
    if (now > 0) taken.set(key, now)
    else taken.delete(key)
  }
  const refuseMore = (key: string, most: number, problem: () => string) => {
    if ((taken.get(key) ?? 0) < most) return
    const hint = say('Close some of them, and try again in a minute.')
    throw new AppError('RATE_LIMIT', problem(), { hint, retryAfter: tryAgainSec })
  }
  return {
    take(address, userId) {
      const [ofAddress, ofAccount] = [`address ${address}`, `account ${userId}`]
      refuseMore(ofAddress, mostOfAddress, () => say('Too many rooms are open at your network address.'))
      if (userId !== undefined)
        refuseMore(ofAccount, mostOfAccount, () => say('Too many rooms are open in your account.'))
      const keys = userId === undefined ? [ofAddress] : [ofAddress, ofAccount]
      for (const key of keys) change(key, 1)
      return () => {
        for (const key of keys.splice(0)) change(key, -1)
      }
    },
  }
}
