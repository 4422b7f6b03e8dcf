import { AppError } from '../errors.ts'
import { createGate, GateFull } from '../lib/gate.ts'

const cost = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** The hash of a password that nobody knows, verified in place of one that is not there, at the same cost. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$' +
  'TRxD5ieOs4iaVi+iEUn5vmliyJMsXUgC5nLIst1MqGU$NmCAOhbcdAX84WS8RJ4w5TJhNa572bYQfY7wOaQT3sQ'

/**
 * Hashing off the hot path: four at once, a short queue, and UNAVAILABLE for a flood beyond it. `isOwn`: of somebody whom
 * the account knows, who waits in a queue of their own, which strangers cannot fill.
 */
export type Passwords = {
  hash(password: string, isOwn?: boolean): Promise<string>
  /** Whether the password belongs to the hash. `null` (no such account, or none set) costs the same and is false. */
  matches(password: string, hash: string | null, isOwn?: boolean): Promise<boolean>
}

/** Makes the gate that all password work of a process passes. 64 waiting are about half a second of work. */
export function createPasswords(): Passwords {
  const [gate, ownGate] = [createGate({ atOnce: 4, waiting: 64 }), createGate({ atOnce: 2, waiting: 32 })]
  const pass = async <T>(isOwn: boolean, work: () => Promise<T>): Promise<T> => {
    try {
      return await (isOwn ? ownGate : gate)(work)
    } catch (error) {
      if (!(error instanceof GateFull)) throw error
      throw new AppError('UNAVAILABLE', 'Too many people are signing in at this moment.', { retryAfter: 2 })
    }
  }
  return {
    hash: (password, isOwn = false) => pass(isOwn, () => Bun.password.hash(normal(password), cost)),
    async matches(password, hash, isOwn = false) {
      try {
        const isRight = await pass(isOwn, () => Bun.password.verify(normal(password), hash ?? nobodysHash))
        return isRight && hash !== null
      } catch (error) {
        // verify throws on what is no hash at all; no password belongs to that.
        if (error instanceof AppError) throw error
        return false
      }
    },
  }
}

// Keyboards write the same accented letter in different ways; NFKC makes them one.
const normal = (password: string): string => password.normalize('NFKC')
