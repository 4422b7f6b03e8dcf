import { sha256Hex } from '../lib/hmac.ts'
import { idempotencyFault, invalidRequest } from './fault.ts'
import type { Book } from './store.ts'

const keptMs = 24 * 3_600_000
// A day's keys, but never so many that a long run of payments fills the memory.
const mostKept = 20_000

/** The first answer to a key, kept for a day. */
export type Remembered = { id: string; print: string; atMs: number; status: number; text: string }

/** An answer as it goes out. */
export type Sent = { status: number; text: string }

/** What is being worked on right now, by account and key. */
export type InFlight = Set<string>

/** Holds a key while its request runs. */
export type Hold = { replay: Sent | undefined; keep(sent: Sent): void; release(): void }

type Asked = { account: string; key: string; method: string; path: string; body: string; nowMs: number }

/** Takes a key for a request: an earlier answer is replayed; other parameters and a running twin are refused. */
export function holdKey(book: Book, inFlight: InFlight, asked: Asked): Hold {
  const { account, key, nowMs } = asked
  if (key.length > 255) throw invalidRequest('Idempotency-Key must be at most 255 characters long.')
  forgetOldKeys(book, nowMs)
  const print = sha256Hex(`${asked.method} ${asked.path}\n${asked.body}`)
  const mark = `${account} ${key}`
  const known = book.idempotency.get(key)
  if (known && known.atMs + keptMs > nowMs) {
    if (known.print !== print) throw idempotencyFault(400, otherParameters(key))
    return { replay: { status: known.status, text: known.text }, keep() {}, release() {} }
  }
  if (inFlight.has(mark)) throw idempotencyFault(409, running(key), 'idempotency_key_in_use')
  inFlight.add(mark)
  return {
    replay: undefined,
    keep: ({ status, text }) => book.idempotency.put({ id: key, print, atMs: nowMs, status, text }),
    release: () => inFlight.delete(mark),
  }
}

function forgetOldKeys(book: Book, nowMs: number): void {
  const { idempotency } = book
  for (let old = idempotency.oldest(); old; old = idempotency.oldest()) {
    if (old.atMs + keptMs > nowMs && idempotency.size <= mostKept) return
    idempotency.delete(old.id)
  }
}

const otherParameters = (key: string) =>
  'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
  `Try using a key other than '${key}' if you meant to execute a different request.`

const running = (key: string) =>
  `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`
