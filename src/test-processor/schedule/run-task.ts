import { advancePayout } from '../balance/payout.ts'
import { finishRefund } from '../charge/refund.ts'
import { backgroundContext } from '../context.ts'
import { createFraudWarning } from '../dispute/fraud-warning.ts'
import { decideDispute } from '../dispute/move-dispute.ts'
import { openCardDispute } from '../dispute/open-dispute.ts'
import { settleLate } from '../payment-intent/complete.ts'
import type { Server } from '../server.ts'
import type { Task } from './schedule.ts'

/** Does nothing when its object has left the state that the task applies to. */
export function runTask(server: Server, task: Task): void {
  const ctx = backgroundContext(server, task.account)
  if (task.type === 'open-dispute') openCardDispute(ctx, task.id)
  else if (task.type === 'create-fraud-warning') createFraudWarning(ctx, task.id)
  else if (task.type === 'settle-charge') settleLate(ctx, task.id)
  else if (task.type === 'decide-dispute') decideDispute(ctx, task.id, task.to)
  else if (task.type === 'finish-refund') finishRefund(ctx, task.id, task.to)
  else if (task.type === 'move-payout') advancePayout(ctx, task.id, task.to)
}
