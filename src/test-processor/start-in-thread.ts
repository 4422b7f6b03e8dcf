import { Worker } from 'node:worker_threads'
import { proxy, wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter'
import { FullDiskError, UnusableFileError } from '../lib/file/unusable-file.ts'
import type { TestProcessor } from './start.ts'
import { fileAdvice } from './store/state-file.ts'
import { fullDisk, type ThreadApi, type ThreadData } from './thread.ts'

const startTimeoutMs = 60_000

/**
 * Starts the test processor in its own thread, so that it does not block the program's event loop.
 * `program` is the file that runs there (src/main.ts). Throws UnusableFileError when it cannot
 * start with its file, and an Error when it does not start within a minute, on a machine with much
 * else to do.
 */
export function startInThread(
  program: string,
  data: Omit<ThreadData, 'port'>,
  onError: (error: unknown) => void = () => {},
): TestProcessor {
  const port = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program, { workerData: { ...data, port } satisfies ThreadData })
  worker.on('error', onError)
  // Blocks for about 20 ms, so that the processor is listening when this returns.
  Atomics.wait(port, 0, 0, startTimeoutMs)
  const [result = 0] = port
  if (result === fullDisk) throw new FullDiskError(data.file ?? program)
  if (result < 0) throw new UnusableFileError(data.file ?? program, 'the test processor did not start', fileAdvice)
  // Not an UnusableFileError: on a slow machine the file is fine.
  if (result === 0) throw new Error(`The test processor did not start within ${startTimeoutMs / 1000} s.`)
  const thread = wrap<ThreadApi>(nodeEndpoint(worker))
  void thread.reportTo(proxy(onError))
  // One that has ended, as of a full disk, answers nothing any more.
  const ended = new Promise<void>((resolve) => worker.once('error', () => resolve()).once('exit', () => resolve()))
  const stop = async () => {
    await Promise.race([thread.stop(), ended])
    await worker.terminate()
  }
  return {
    url: `http://127.0.0.1:${result}`,
    setPagesUrl: (url) => void thread.setPagesUrl(url),
    completeOnboarding: (account) => thread.completeOnboarding(account),
    setExchangeRate: (currency, usd) => thread.setExchangeRate(currency, usd),
    restrict: (restrictions) => thread.restrict(restrictions),
    finishPayment: (intent, to) => thread.finishPayment(intent, to),
    failRefund: (refund) => thread.failRefund(refund),
    payOut: (currency, account) => thread.payOut(currency, account),
    failPayout: (payout, account) => thread.failPayout(payout, account),
    billConnect: () => thread.billConnect(),
    changeCard: (method, number) => thread.changeCard(method, number),
    blockPayouts: (account, isBlocked) => thread.blockPayouts(account, isBlocked),
    openDispute: (charge, dispute) => thread.openDispute(charge, dispute),
    moveDispute: (dispute, to) => thread.moveDispute(dispute, to),
    registerWebhook: (registration) => thread.registerWebhook(registration),
    wake: () => void thread.wake(),
    settled: () => thread.settled(),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
