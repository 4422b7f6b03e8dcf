import { RedisClient } from 'bun'
import { within } from '../../../lib/turn/within.ts'

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

const noAnswer = () => new Error('Redis does not answer.')

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
      await within(answerMs, fresh.connect(), noAnswer)
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
        return await within(answerMs + extraMs, answer, noAnswer)
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
