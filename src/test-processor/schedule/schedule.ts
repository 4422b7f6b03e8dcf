import { type AccountContext, inPlatform, newId } from '../context.ts'

export type Task =
  | { type: 'open-dispute' | 'create-fraud-warning' | 'settle-charge'; account: string; id: string }
  | { type: 'decide-dispute'; account: string; id: string; to: 'won' | 'lost' }
  | { type: 'finish-refund'; account: string; id: string; to: 'succeeded' | 'failed' }
  | { type: 'move-payout'; account: string; id: string; to: 'in_transit' | 'paid' }

export type ScheduledTask = { id: string; dueMs: number; task: Task }

export type Delivery = {
  id: string
  dueMs: number
  account: string
  event: string
  endpoint: string
  /** 1 for the first attempt. */
  attempt: number
}

/** Schedules a task; it survives a restart. */
export function scheduleTask(ctx: AccountContext, afterMs: number, task: Task): void {
  const dueMs = ctx.server.nowMs() + afterMs
  inPlatform(ctx).store.scheduled_task.put({ id: newId(ctx, 'task'), dueMs, task })
  ctx.server.wake()
}

/** Schedules an attempt to deliver an event; it survives a restart. */
export function scheduleDelivery(ctx: AccountContext, afterMs: number, delivery: Omit<Delivery, 'id' | 'dueMs'>): void {
  const dueMs = ctx.server.nowMs() + afterMs
  inPlatform(ctx).store.delivery.put({ ...delivery, id: newId(ctx, 'delivery'), dueMs })
  ctx.server.wake()
}
