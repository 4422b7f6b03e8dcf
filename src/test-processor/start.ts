import { AppError } from '../errors.ts'
import { pathOf } from '../http/path.ts'
import { settleAccount } from './account/change.ts'
import { answerBroken, createAnswerer } from './answer.ts'
import type { Keys } from './authenticate.ts'
import { lookInto } from './look-into.ts'
import { answerPage, brokenPage, isPage, tooLargePage } from './pages.ts'
import { type Registration, registerDestination } from './register.ts'
import { createRunner } from './runner.ts'
import { openSnapshot } from './snapshot.ts'
import { ownDesk, type Till } from './till.ts'

const twoDaysMs = 2 * 86_400_000

/** What a test processor is started with. */
export type TestProcessorOptions = {
  keys: Keys
  nowMs: () => number
  random: (bytes: number) => Uint8Array
  /** Where everything is kept across restarts; in memory alone when absent. */
  file?: string
  /** How long card money stays pending (two days). */
  settleMs?: number
  /** How long a bank takes to pay out or to end a slow refund (5 s). */
  bankMs?: number
  /** Awaited while a request is under way: a way to make the processor slow. */
  pause?: (request: Request) => Promise<void>
  /** Stands around each request: a way to break the connection or the answer. */
  around?: (request: Request, answer: () => Promise<Response>) => Promise<Response>
  failed?: (error: unknown) => void
  /** Only looks into the file, beside one that works with it or after it: nothing is written, sent or brought about. */
  isReadOnly?: boolean
}

/**
 * A running test processor, in this thread or in one of its own. Its pages are `/three-d-secure/…`, `/onboarding/…` and
 * `/receipt/…`.
 */
export type TestProcessor = AsyncDisposable & {
  /** Where its API listens, on the loopback. */
  readonly url: string
  /** Tells where a browser reaches its pages from now on; at first that is `url`, on the loopback. */
  showPagesAt(address: string): void
  /** Finishes an account's onboarding at once, as if its holder had given every detail. */
  onboard(account: string): Promise<void>
  /** Sends events to an address from now on; answers the signing secret, the same for a name after restarts. */
  register(registration: Registration): Promise<string>
  /** Looks at the clock again: does what has become due. */
  wake(): void
  /** Resolves when nothing is due and no delivery is under way. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the Stripe-compatible server on a free loopback port. It knows test keys alone. What an earlier start left due
 * happens at the first `wake` or request, so that whoever is to be told of it can be listening.
 */
export function startTestProcessor(options: TestProcessorOptions): TestProcessor {
  if (!/^(?:sk|rk)_test_/.test(options.keys.secret)) throw new Error('The test processor takes test keys only.')
  const { isReadOnly = false } = options
  const snapshot = isReadOnly ? lookInto(options.file) : openSnapshot(options.file)
  const failed = options.failed ?? (() => {})
  const runner = createRunner(() => till, snapshot.flush, failed)
  const wake = isReadOnly ? () => {} : runner.wake
  const till: Till = {
    store: snapshot.store,
    platform: 'acct_testplatform0001',
    nowMs: options.nowMs,
    random: options.random,
    settleMs: options.settleMs ?? twoDaysMs,
    bankMs: options.bankMs ?? 5_000,
    pages: () => pagesAt,
    wake,
  }
  const answer = createAnswerer({
    till,
    keys: options.keys,
    pause: options.pause ?? (async () => {}),
    catchUp: isReadOnly ? () => {} : runner.catchUp,
    failed,
  })
  const page = async (path: string, request: Request) => {
    try {
      const response = await answerPage(till, path, request)
      snapshot.flush()
      return response
    } catch (error) {
      if (error instanceof AppError) return tooLargePage()
      failed(error)
      return brokenPage()
    }
  }
  const respond = (request: Request) => {
    const path = pathOf(request.url)
    return isPage(path) ? page(path, request) : answer(request, snapshot.flushed)
  }
  const around = options.around ?? ((_: Request, proceed: () => Promise<Response>) => proceed())
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    reusePort: false,
    idleTimeout: 60,
    // Bun's own 413 says nothing in Stripe's words, so bodies are counted while they are read.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    // Never Bun's own page of a fault, which shows our code.
    development: false,
    error(error) {
      failed(error)
      return answerBroken(till)
    },
    fetch: (request) => around(request, () => respond(request)),
  })
  const url = `http://127.0.0.1:${server.port}`
  let pagesAt = url
  let stopped: Promise<void> | undefined
  const end = async () => {
    await server.stop(true)
    await runner.stop()
    snapshot.close()
  }
  const stop = () => {
    stopped ??= end()
    return stopped
  }
  return {
    url,
    showPagesAt(address) {
      pagesAt = address
    },
    async onboard(account) {
      settleAccount(ownDesk(till, till.platform), account, 'onboarded')
      snapshot.flush()
    },
    async register(registration) {
      const secret = registerDestination(ownDesk(till, till.platform), registration)
      snapshot.flush()
      return secret
    },
    wake,
    settled: runner.settled,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
