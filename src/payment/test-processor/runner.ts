import { deliver, retryAfterMs } from './deliver.ts'
import { type Delivery, type Errand, happen } from './errand.ts'
import { type Desk, later, ownDesk, type Till } from './till.ts'

const longestRestMs = 60_000
const atOnce = 16

/** Does what is due, and wakes itself for what comes next. */
export type Runner = {
  wake(): void
  /** Resolves when nothing is due and nothing is under way. */
  settled(): Promise<void>
  /** Ends deliveries under way; they are made again after a restart. */
  stop(): Promise<void>
}

/** Makes the runner of a till's errands. `flush` writes the snapshot after each change. */
export function createRunner(till: () => Till, flush: () => void, failed: (error: unknown) => void): Runner {
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isCalled = false

  const errands = () => till().store.book(till().platform).errand
  const due = () =>
    errands()
      .all()
      .filter((one) => one.dueMs <= till().nowMs() && !underWay.has(one.id))

  function round(): void {
    isCalled = false
    if (stopping.signal.aborted) return
    for (const { id, task } of due()) {
      if (task.do === 'deliver') {
        if (underWay.size < atOnce) start(id, task)
        continue
      }
      errands().delete(id)
      try {
        happen(till(), task)
      } catch (error) {
        failed(error)
      }
    }
    flush()
    rest()
  }

  function start(id: string, task: Delivery): void {
    const sent = deliver(till(), task, stopping.signal).then((outcome) => {
      underWay.delete(id)
      if (stopping.signal.aborted) return
      errands().delete(id)
      const waitMs = outcome === 'failed' ? retryAfterMs(task.attempt) : undefined
      const desk: Desk = ownDesk(till(), till().platform)
      if (waitMs !== undefined) later(desk, waitMs, { ...task, attempt: task.attempt + 1 })
      wake()
    })
    underWay.set(id, sent)
  }

  function rest(): void {
    clearTimeout(timer)
    const next = Math.min(
      ...errands()
        .all()
        .filter(isIdle)
        .map((one) => one.dueMs),
    )
    if (next === Infinity) return
    timer = setTimeout(wake, Math.min(longestRestMs, Math.max(1, next - till().nowMs())))
    timer.unref()
  }

  const isIdle = (errand: Errand) => !underWay.has(errand.id) && errand.dueMs > till().nowMs()

  function wake(): void {
    if (isCalled || stopping.signal.aborted) return
    isCalled = true
    setImmediate(round)
  }

  return {
    wake,
    async settled() {
      wake()
      while (isCalled || underWay.size > 0 || due().length > 0) {
        await (underWay.values().next().value ?? Bun.sleep(1))
      }
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all(underWay.values())
    },
  }
}
