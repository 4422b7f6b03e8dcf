import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { createSemaphore, SemaphoreFull } from '../../lib/turn/semaphore.ts'
import { givenState } from '../../platform/own-state.ts'

/** The cost of a hash: kilobytes of memory, and passes over them. */
export type PasswordCost = { memoryCost: number; timeCost: number }

const chosenCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 }

/** Verified when an account has no password, so that both cases cost the same. */
const nobodysHash = ({ memoryCost, timeCost }: PasswordCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=1$` +
  'TRxD5ieOs4iaVi+iEUn5vmliyJMsXUgC5nLIst1MqGU$NmCAOhbcdAX84WS8RJ4w5TJhNa572bYQfY7wOaQT3sQ'

/**
 * Hashes passwords outside the event loop: four at once, with a short queue; throws UNAVAILABLE
 * beyond it. `isOwn`: the account knows the browser; such requests have a separate queue, which
 * strangers cannot fill.
 */
export type Passwords = {
  hash(password: string, isOwn?: boolean): Promise<string>
  /** `null` (no such account, or no password) costs the same and returns false. */
  matches(password: string, hash: string | null, isOwn?: boolean): Promise<boolean>
}

export const passwordsOf = givenState<Passwords>('password work')

/** 64 waiting take about half a second. */
export function createPasswords(cost = chosenCost): Passwords {
  const [semaphore, ownSemaphore] = [
    createSemaphore({ atOnce: 4, waiting: 64 }),
    createSemaphore({ atOnce: 2, waiting: 32 }),
  ]
  const pass = async <T>(isOwn: boolean, work: () => Promise<T>): Promise<T> => {
    try {
      return await (isOwn ? ownSemaphore : semaphore)(work)
    } catch (error) {
      if (!(error instanceof SemaphoreFull)) throw error
      throw new AppError('UNAVAILABLE', say('Too many people are signing in right now.'), { retryAfter: 2 })
    }
  }
  return {
    hash: (password, isOwn = false) =>
      pass(isOwn, () => Bun.password.hash(normal(password), { algorithm: 'argon2id', ...cost })),
    async matches(password, hash, isOwn = false) {
      try {
        const isRight = await pass(isOwn, () => Bun.password.verify(normal(password), hash ?? nobodysHash(cost)))
        return isRight && hash !== null
      } catch (error) {
        // verify throws for a text that is not a hash; no password matches it.
        if (error instanceof AppError) throw error
        return false
      }
    },
  }
}

// Keyboards encode the same accented letter in different ways; NFKC makes them equal.
const normal = (password: string): string => password.normalize('NFKC')
