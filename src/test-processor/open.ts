import { startTestProcessor, type TestProcessor, type TestProcessorOptions } from './start.ts'
import { startInThread } from './start-in-thread.ts'

/**
 * Opens a test processor: with `program`, the program's own file, in a thread of its own and by the
 * machine's clock.
 */
export type OpenTestProcessor = (options: TestProcessorOptions & { program?: string | undefined }) => TestProcessor

export const openTestProcessor: OpenTestProcessor = ({ program, ...options }) => {
  if (program === undefined) return startTestProcessor(options)
  const { keys, file, currency = 'usd', convertsCharges = false, onError } = options
  return startInThread(program, { keys, file, currency, convertsCharges }, onError)
}
