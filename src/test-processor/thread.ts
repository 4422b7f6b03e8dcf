import { parentPort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter'
import { FullDiskError } from '../lib/file/unusable-file.ts'
import { randomBytes } from '../lib/hash/random-bytes.ts'
import type { Keys } from './request/authenticate.ts'
import { startTestProcessor, type TestProcessor } from './start.ts'

/** The thread's message in place of a port when the disk is full. */
export const fullDisk = -2

/** The thread writes its port to `port`, or a negative number when it cannot start. */
export type ThreadData = {
  keys: Keys
  file: string | undefined
  currency: string
  convertsCharges: boolean
  port: Int32Array
}

/** The interface of the thread for the main thread. */
export type ThreadApi = Omit<TestProcessor, 'url' | typeof Symbol.asyncDispose> & {
  /** Sets who receives errors that should never happen. */
  reportTo(onError: (error: unknown) => void): void
}

/** Runs the test processor in this worker thread; `startInThread` is its counterpart. */
export function runThread(): void {
  const { keys, file, currency, convertsCharges, port }: ThreadData = workerData
  if (!parentPort) throw new Error('runThread must run in a worker thread.')
  let report = (error: unknown): void => console.error(error)
  const reportPort = (value: number) => {
    Atomics.store(port, 0, value)
    Atomics.notify(port, 0)
  }
  try {
    const processor = startTestProcessor({
      keys,
      currency,
      convertsCharges,
      ...(file === undefined ? {} : { file }),
      nowMs: Date.now,
      random: randomBytes,
      onError: (error) => report(error),
    })
    const api: ThreadApi = {
      ...processor,
      reportTo(onError) {
        report = onError
      },
    }
    expose(api, nodeEndpoint(parentPort))
    reportPort(Number(new URL(processor.url).port))
  } catch (error) {
    reportPort(error instanceof FullDiskError ? fullDisk : -1)
  }
}
