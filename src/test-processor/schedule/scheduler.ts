import { backgroundContext } from '../context.ts'
import { deliver, longestRetryMs, retryAfterMs } from '../event/deliver.ts'
import type { Server } from '../server.ts'
import { runTask } from './run-task.ts'
import { type Delivery, scheduleDelivery } from './schedule.ts'

const maxTimerMs = 60_000
const maxConcurrentDeliveries = 16

export type Scheduler = {
  /** Looks soon for what is due. */
  wake(): void
  /** Runs due tasks now, so that the next request sees their effect. */
  runDueTasks(): void
  /** Resolves when nothing is due and no delivery is in flight. */
  settled(): Promise<void>
  /** Aborts deliveries in flight; they are attempted again after a restart. */
  stop(): Promise<void>
}

/** Calls `flush` after each round, to write the state file, and `onError` when a task throws. */
export function createScheduler(server: () => Server, flush: () => void, onError: (error: unknown) => void): Scheduler {
  const inFlight = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isQueued = false

  const store = () => server().stores.of(server().platform)
  // Nothing is scheduled beyond `mostMs`; whatever seems to be, a fast clock has scheduled.
  const isDue = (dueMs: number, mostMs: number) => dueMs <= server().nowMs() || dueMs > server().nowMs() + mostMs
  const isTaskDue = ({ dueMs }: { dueMs: number }) => isDue(dueMs, Math.max(server().bankMs, server().captureMs))
  const isDeliveryDue = ({ dueMs }: { dueMs: number }) => isDue(dueMs, longestRetryMs)
  const dueTasks = () => store().scheduled_task.all().filter(isTaskDue)
  const dueDeliveries = () =>
    store()
      .delivery.all()
      .filter((delivery) => isDeliveryDue(delivery) && !inFlight.has(delivery.id))

  function runDueTasks(): void {
    for (const { id, task } of dueTasks()) {
      store().scheduled_task.delete(id)
      try {
        runTask(server(), task)
      } catch (error) {
        onError(error)
      }
    }
  }

  function runRound(): void {
    isQueued = false
    if (stopping.signal.aborted) return
    runDueTasks()
    for (const delivery of dueDeliveries().slice(0, maxConcurrentDeliveries - inFlight.size)) start(delivery)
    flush()
    setTimer()
  }

  function start({ id, dueMs: _, ...attempted }: Delivery): void {
    const delivering = deliver(server(), attempted, stopping.signal).then((outcome) => {
      inFlight.delete(id)
      if (stopping.signal.aborted) return
      store().delivery.delete(id)
      const waitMs = outcome === 'failed' ? retryAfterMs(attempted.attempt) : undefined
      const ctx = backgroundContext(server(), server().platform)
      if (waitMs !== undefined) scheduleDelivery(ctx, waitMs, { ...attempted, attempt: attempted.attempt + 1 })
      wake()
    })
    inFlight.set(id, delivering)
  }

  function setTimer(): void {
    clearTimeout(timer)
    const tasksAhead = store()
      .scheduled_task.all()
      .filter((one) => !isTaskDue(one))
    const deliveriesAhead = store()
      .delivery.all()
      .filter((one) => !isDeliveryDue(one))
    const next = [...tasksAhead, ...deliveriesAhead].reduce((soonest, { dueMs }) => Math.min(soonest, dueMs), Infinity)
    if (next === Infinity) return
    timer = setTimeout(wake, Math.min(maxTimerMs, Math.max(1, next - server().nowMs())))
    timer.unref()
  }

  function wake(): void {
    if (isQueued || stopping.signal.aborted) return
    isQueued = true
    setImmediate(runRound)
  }

  return {
    wake,
    runDueTasks,
    async settled() {
      wake()
      while (isQueued || inFlight.size > 0 || dueTasks().length > 0 || dueDeliveries().length > 0) {
        await (inFlight.values().next().value ?? Bun.sleep(1))
      }
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all(inFlight.values())
    },
  }
}
