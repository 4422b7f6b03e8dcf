import { sha256Hex } from '../../lib/hash/hmac.ts'
import type { AccountStore } from '../store/store.ts'
import { idempotencyError, invalidRequest } from './api-error.ts'

const retentionMs = 24 * 3_600_000
// More than a day has, so that a long run of payments does not fill the disk.
const maxStored = 20_000

/** The first response to a key, kept for a day. */
export type IdempotencyRecord = { id: string; requestHash: string; createdMs: number; status: number; body: string }

export type ApiResponse = { status: number; body: string }

export type InFlightKeys = Set<string>

/** Holds a key while its request runs; `replay` is the earlier response to the same request. */
export type IdempotencyLock = { replay: ApiResponse | undefined; save(response: ApiResponse): void; release(): void }

type KeyedRequest = { account: string; key: string; method: string; path: string; body: string; nowMs: number }

/**
 * Locks a key for a request. Throws idempotency_error when the key was used with other parameters
 * (400) or its request is still in progress (409).
 */
export function lockIdempotencyKey(
  store: AccountStore,
  inFlight: InFlightKeys,
  request: KeyedRequest,
): IdempotencyLock {
  const { account, key, nowMs } = request
  if (key.length > 255) throw invalidRequest('Idempotency-Key must be at most 255 characters long.')
  const requestHash = sha256Hex(`${request.method} ${request.path}\n${request.body}`)
  const lockName = `${account} ${key}`
  const known = store.idempotency.get(key)
  if (known && known.createdMs + retentionMs > nowMs) {
    if (known.requestHash !== requestHash) throw idempotencyError(400, parametersDiffer(key))
    return { replay: { status: known.status, body: known.body }, save() {}, release() {} }
  }
  if (inFlight.has(lockName)) throw idempotencyError(409, keyInUse(key), 'idempotency_key_in_use')
  inFlight.add(lockName)
  return {
    replay: undefined,
    save({ status, body }) {
      store.idempotency.put({ id: key, requestHash, createdMs: nowMs, status, body })
      store.idempotency.trim(maxStored)
    },
    release: () => inFlight.delete(lockName),
  }
}

const parametersDiffer = (key: string) =>
  'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
  `Try using a key other than '${key}' if you meant to execute a different request.`

const keyInUse = (key: string) =>
  `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`
