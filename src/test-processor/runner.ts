import { deliver, longestRetryMs, retryAfterMs } from './deliver.ts'
import { type Delivery, type Errand, happen, type Parcel } from './errand.ts'
import { type Desk, later, ownDesk, type Till } from './till.ts'

const longestRestMs = 60_000
const atOnce = 16

/** Does what is due, and wakes itself for what comes next. */
export type Runner = {
  wake(): void
  /** Lets happen at once what is due by itself, so that the next request finds it. */
  catchUp(): void
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

  const book = () => till().store.book(till().platform)
  // What is further ahead than anything is ever put was put there by a clock that was ahead.
  const isDue = ({ dueMs, task }: Errand | Parcel) =>
    dueMs <= till().nowMs() || dueMs > till().nowMs() + (task.do === 'deliver' ? longestRetryMs : till().bankMs)
  const dueErrands = () => book().errand.all().filter(isDue)
  const dueParcels = () =>
    book()
      .parcel.all()
      .filter((parcel) => isDue(parcel) && !underWay.has(parcel.id))

  function catchUp(): void {
    for (const { id, task } of dueErrands()) {
      book().errand.delete(id)
      try {
        happen(till(), task)
      } catch (error) {
        failed(error)
      }
    }
  }

  function round(): void {
    isCalled = false
    if (stopping.signal.aborted) return
    catchUp()
    for (const { id, task } of dueParcels().slice(0, atOnce - underWay.size)) start(id, task)
    flush()
    rest()
  }

  function start(id: string, task: Delivery): void {
    const sent = deliver(till(), task, stopping.signal).then((outcome) => {
      underWay.delete(id)
      if (stopping.signal.aborted) return
      book().parcel.delete(id)
      const waitMs = outcome === 'failed' ? retryAfterMs(task.attempt) : undefined
      const desk: Desk = ownDesk(till(), till().platform)
      if (waitMs !== undefined) later(desk, waitMs, { ...task, attempt: task.attempt + 1 })
      wake()
    })
    underWay.set(id, sent)
  }

  function rest(): void {
    clearTimeout(timer)
    const ahead = [...book().errand.all(), ...book().parcel.all()].filter((one) => !isDue(one))
    const next = ahead.reduce((soonest, { dueMs }) => Math.min(soonest, dueMs), Infinity)
    if (next === Infinity) return
    timer = setTimeout(wake, Math.min(longestRestMs, Math.max(1, next - till().nowMs())))
    timer.unref()
  }

  function wake(): void {
    if (isCalled || stopping.signal.aborted) return
    isCalled = true
    setImmediate(round)
  }

  return {
    wake,
    catchUp,
    async settled() {
      wake()
      while (isCalled || underWay.size > 0 || dueErrands().length > 0 || dueParcels().length > 0) {
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
