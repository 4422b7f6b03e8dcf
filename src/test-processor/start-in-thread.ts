import { Worker } from 'node:worker_threads'
import { proxy, wrap } from 'comlink'
import nodeEndpoint from 'comlink/dist/esm/node-adapter'
import { FullDiskError, UnusableFileError } from '../lib/unusable-file.ts'
import { fileAdvice } from './snapshot.ts'
import type { TestProcessor } from './start.ts'
import { fullDisk, type Threaded, type ThreadSetting } from './thread.ts'

const startLimitMs = 10_000

/**
 * Starts the test processor in a thread of its own, so that it takes no turns from the program that pays at it; `program`
 * is the file that runs there (src/main.ts). Throws UnusableFileError when it cannot start with its file, and an Error
 * when it does not start within 10 s.
 */
export function startInThread(
  program: string,
  setting: Omit<ThreadSetting, 'port'>,
  failed: (error: unknown) => void = () => {},
): TestProcessor {
  const port = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program, { workerData: { ...setting, port } satisfies ThreadSetting })
  worker.on('error', failed)
  // Waited for at once, some twenty milliseconds: whoever makes a processor gets one that listens.
  Atomics.wait(port, 0, 0, startLimitMs)
  const [listensOn = 0] = port
  if (listensOn === fullDisk) throw new FullDiskError(setting.file ?? program)
  if (listensOn < 0)
    throw new UnusableFileError(setting.file ?? program, 'the test processor did not start', fileAdvice)
  // A slow machine is no reason to tell anybody to remove their file.
  if (listensOn === 0) throw new Error(`The test processor did not start within ${startLimitMs / 1000} s.`)
  const there = wrap<Threaded>(nodeEndpoint(worker))
  void there.reportTo(proxy(failed))
  const stop = async () => {
    await there.stop()
    await worker.terminate()
  }
  return {
    url: `http://127.0.0.1:${listensOn}`,
    showPagesAt: (address) => void there.showPagesAt(address),
    onboard: (account) => there.onboard(account),
    register: (registration) => there.register(registration),
    wake: () => void there.wake(),
    settled: () => there.settled(),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
