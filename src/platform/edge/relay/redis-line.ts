import { RedisClient } from 'bun'

/** A connection to Redis that never makes anyone wait longer than allowed. */
export type RedisLine = {
  /** Rejects when there is none in time: then the connection is given up. */
  send(command: string, args: readonly string[], extraMs?: number): Promise<unknown>
  /** Connects, if it is not connected. Rejects when that fails. */
  connect(): Promise<void>
  isUp(): boolean
  close(): void
}

const answerMs = 3_000

/** Rejects when a promise takes longer. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('Redis does not answer.')), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Creates a connection to Redis. Bun's client notices a closed socket at once and a frozen peer
 * never, and queues commands meanwhile. Here each answer has a time limit, nothing is queued, and a
 * peer that lags is given up.
 */
export function createRedisLine(url: string): RedisLine {
  let client: RedisClient | undefined
  let connecting: Promise<void> | undefined

  const leave = (left: RedisClient) => {
    if (client === left) client = undefined
    left.close()
  }

  async function open(): Promise<void> {
    const fresh = new RedisClient(url, { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: answerMs })
    fresh.onclose = () => {
      if (client === fresh) client = undefined
    }
    try {
      await within(fresh.connect(), answerMs)
      client = fresh
    } catch (error) {
      leave(fresh)
      throw error
    }
  }
  return {
    async send(command, args, extraMs = 0) {
      const used = client
      if (!used) throw new Error('There is no connection to Redis.')
      const answer: Promise<unknown> = used.send(command, [...args])
      try {
        return await within(answer, answerMs + extraMs)
      } catch (error) {
        // A refusal of the server is an answer; without one the connection is useless.
        answer.catch(() => {})
        leave(used)
        throw error
      }
    },
    connect() {
      if (client) return Promise.resolve()
      connecting ??= open().finally(() => {
        connecting = undefined
      })
      return connecting
    },
    isUp: () => client !== undefined,
    close() {
      if (client) leave(client)
    },
  }
}
