import { calledOffKey } from '../../casset/call-off.ts'
import type { Ctx } from '../../context.ts'
import { refundKinds } from '../../order/refund-reason.ts'
import { notifyPreorderKind } from '../../platform/job/job-kinds.ts'
import { preorderedAfter } from './preordered.ts'

const atOnce = 100

/** A tape, and when its preorder was called off (ms). */
type CalledOff = { id: string; calledOffAt: number | null }

/**
 * Whether somebody still gets their money back for a preorder that was called off. Those who hold
 * it afterwards have lost that refund at their bank, and have the tape again if it opens after all.
 */
export function isRefunding(ctx: Ctx, { id: cassetId, calledOffAt }: CalledOff): boolean {
  if (calledOffAt === null) return false
  if (ctx.jobs.find(notifyPreorderKind, calledOffKey(cassetId, calledOffAt))) return true
  let last = { after: '', afterAt: 0 }
  for (;;) {
    const page = preorderedAfter(ctx, { cassetId, until: Number.MAX_SAFE_INTEGER, ...last, most: atOnce })
    if (page.some(({ order }) => ctx.jobs.find(refundKinds.preorder, order.id))) return true
    const end = page.at(-1)
    if (end === undefined || page.length < atOnce) return false
    last = { after: end.id, afterAt: end.at }
  }
}
