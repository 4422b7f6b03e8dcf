import { parentPort, workerData } from 'node:worker_threads'
import { expose } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter'
import { randomBytes } from '../lib/random-bytes.ts'
import { FullDiskError } from '../lib/unusable-file.ts'
import type { Keys } from './authenticate.ts'
import { startTestProcessor, type TestProcessor } from './start.ts'

/** What the thread writes in place of a port when its disk is full. */
export const fullDisk = -2

/** What the thread is given. It writes the port that it listens on into `port`, or less than 0 when it cannot start. */
export type ThreadSetting = { keys: Keys; file: string | undefined; port: Int32Array }

/** What the thread can be asked for. `reportTo`: who is told of what should never happen. */
export type Threaded = Omit<TestProcessor, 'url' | typeof Symbol.asyncDispose> & {
  reportTo(failed: (error: unknown) => void): void
}

/** Runs the test processor in this thread, for whoever started it. */
export function runThread(): void {
  const { keys, file, port }: ThreadSetting = workerData
  if (!parentPort) throw new Error('This is no thread of a program.')
  let report = (error: unknown): void => console.error(error)
  const tell = (listensOn: number) => {
    Atomics.store(port, 0, listensOn)
    Atomics.notify(port, 0)
  }
  try {
    const processor = startTestProcessor({
      keys,
      ...(file === undefined ? {} : { file }),
      nowMs: Date.now,
      random: randomBytes,
      failed: (error) => report(error),
    })
    const threaded: Threaded = {
      ...processor,
      reportTo(failed) {
        report = failed
      },
    }
    expose(threaded, nodeEndpoint(parentPort))
    tell(Number(new URL(processor.url).port))
  } catch (error) {
    tell(error instanceof FullDiskError ? fullDisk : -1)
  }
}
