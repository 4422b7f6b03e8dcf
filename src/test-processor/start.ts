import { AppError } from '../errors.ts'
import { dayMs } from '../lib/time/calendar.ts'
import { pathOf } from '../platform/http/request/path.ts'
import { createExchange } from './charge/exchange.ts'
import { type Controls, createControls } from './controls.ts'
import { handlePage, internalErrorPage, isPagePath, tooLargePage } from './page/pages.ts'
import type { Keys } from './request/authenticate.ts'
import { createRequestHandler, internalErrorResponse } from './request/handle-request.ts'
import { createRestrictions } from './restrictions.ts'
import { createScheduler } from './schedule/scheduler.ts'
import type { Server } from './server.ts'
import { openStateFile, openStateFileReadOnly } from './store/state-file.ts'

const twoDaysMs = 2 * dayMs

export type TestProcessorOptions = {
  keys: Keys
  nowMs: () => number
  random: (bytes: number) => Uint8Array
  /** The state file, kept across restarts; without it everything is kept in memory. */
  file?: string
  /** The platform's default currency (`usd`). */
  currency?: string
  /**
   * Whether the platform converts payments in other currencies, or keeps a balance in each (false).
   */
  convertsCharges?: boolean
  /** How long card money stays pending (two days). */
  settleMs?: number
  /** How long an asynchronously captured charge has no balance transaction yet (0). */
  captureMs?: number
  /** Whether that goes for every charge, as with some ways to pay (false). */
  capturesLate?: boolean
  /** Whether money of a transfer that is still pending can be reversed (true). */
  reversesPending?: boolean
  /** How long a bank takes to pay out or to end a slow refund (5 s). */
  bankMs?: number
  /** Awaited before each request takes effect; lets a test make the processor slow. */
  pause?: (request: Request) => Promise<void>
  /** Called in place of `respond`, so that a test can break the connection or response. */
  intercept?: (request: Request, respond: () => Promise<Response>) => Promise<Response>
  onError?: (error: unknown) => void
  /** Only reads the file, which another one may use: it writes, sends and runs nothing. */
  isReadOnly?: boolean
}

export type TestProcessor = AsyncDisposable &
  Controls & {
    readonly url: string
    /** Sets the base URL under which browsers reach its pages; `url` until then. */
    setPagesUrl(url: string): void
    /** Runs what is due; needed after the clock was moved. */
    wake(): void
    /** Resolves when nothing is due and no delivery is in flight. */
    settled(): Promise<void>
    stop(): Promise<void>
  }

/**
 * Starts the Stripe-compatible server on a free loopback port. It accepts test keys only. Tasks and
 * deliveries that were due before a restart run at the first `wake` or request, so that their
 * receivers can start listening first. Throws UnusableFileError.
 */
export function startTestProcessor(options: TestProcessorOptions): TestProcessor {
  if (!/^(?:sk|rk)_test_/.test(options.keys.secret)) throw new Error('The test processor takes test keys only.')
  const { isReadOnly = false } = options
  const stateFile = isReadOnly ? openStateFileReadOnly(options.file) : openStateFile(options.file)
  const { onError = () => {} } = options
  const scheduler = createScheduler(() => server, stateFile.flush, onError)
  const wake = isReadOnly ? () => {} : scheduler.wake
  const server: Server = {
    stores: stateFile.stores,
    platform: 'acct_testplatform0001',
    currency: options.currency ?? 'usd',
    convertsCharges: options.convertsCharges ?? false,
    exchange: createExchange(),
    restrictions: createRestrictions(),
    nowMs: options.nowMs,
    random: options.random,
    settleMs: options.settleMs ?? twoDaysMs,
    captureMs: options.captureMs ?? 0,
    capturesLate: options.capturesLate ?? false,
    reversesPending: options.reversesPending ?? true,
    bankMs: options.bankMs ?? 5_000,
    pagesUrl: () => pagesUrl,
    wake,
  }
  // Reads what is open now: what another process adds later is not this one's to do.
  if (!isReadOnly) server.stores.of(server.platform)
  const handleRequest = createRequestHandler({
    server,
    keys: options.keys,
    pause: options.pause ?? (async () => {}),
    runDueTasks: isReadOnly ? () => {} : scheduler.runDueTasks,
    onError,
  })
  const page = async (path: string, request: Request) => {
    try {
      const response = await handlePage(server, path, request)
      stateFile.flush()
      return response
    } catch (error) {
      if (error instanceof AppError) return tooLargePage()
      onError(error)
      return internalErrorPage()
    }
  }
  const respond = (request: Request) => {
    const path = pathOf(request.url)
    return isPagePath(path) ? page(path, request) : handleRequest(request, stateFile.flushed)
  }
  const intercept = options.intercept ?? ((_: Request, next: () => Promise<Response>) => next())
  const listener = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    reusePort: false,
    idleTimeout: 60,
    // Bun's own 413 has no Stripe error body, so the size is checked while the body is read.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    // Bun's error page would show source code.
    development: false,
    error(error) {
      onError(error)
      return internalErrorResponse(server)
    },
    fetch: (request) => intercept(request, () => respond(request)),
  })
  const url = `http://127.0.0.1:${listener.port}`
  let pagesUrl = url
  let stopped: Promise<void> | undefined
  const end = async () => {
    await listener.stop(true)
    await scheduler.stop()
    stateFile.close()
  }
  const stop = () => {
    stopped ??= end()
    return stopped
  }
  return {
    url,
    setPagesUrl(next) {
      pagesUrl = next
    },
    ...createControls(server, stateFile.flush),
    wake,
    settled: scheduler.settled,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
