import { decideDispute, openDispute, warnOfFraud } from './dispute.ts'
import { movePayout } from './payout.ts'
import { finishRefund } from './refund.ts'
import { ownDesk, type Till } from './till.ts'

/** Something to carry to an endpoint. */
export type Delivery = { do: 'deliver'; account: string; event: string; destination: string; attempt: number }

/** Something that happens by itself after a while. */
export type Happening =
  | { do: 'open-dispute' | 'warn-of-fraud'; account: string; id: string }
  | { do: 'decide-dispute'; account: string; id: string; to: 'won' | 'lost' }
  | { do: 'finish-refund'; account: string; id: string; to: 'succeeded' | 'failed' }
  | { do: 'move-payout'; account: string; id: string; to: 'in_transit' | 'paid' }

/** What is left to be done, and when. */
export type Errand = { id: string; dueMs: number; task: Happening }

/** What is left to be carried, and when. */
export type Parcel = { id: string; dueMs: number; task: Delivery }

/** Lets something happen. What has become impossible meanwhile does not. */
export function happen(till: Till, task: Happening): void {
  const desk = ownDesk(till, task.account)
  if (task.do === 'open-dispute') openDispute(desk, task.id)
  else if (task.do === 'warn-of-fraud') warnOfFraud(desk, task.id)
  else if (task.do === 'decide-dispute') decideDispute(desk, task.id, task.to)
  else if (task.do === 'finish-refund') finishRefund(desk, task.id, task.to)
  else if (task.do === 'move-payout') movePayout(desk, task.id, task.to)
}
