import { calledOffKey } from '../../casset/call-off.ts'
import type { Ctx } from '../../context.ts'
import { refundKinds } from '../../order/refund-reason.ts'
import { notifyPreorderKind } from '../../platform/job/job-kinds.ts'
import { preorderedAfter } from './preordered.ts'

const atOnce = 100

/** A tape, and when its preorder was called off (ms). */
type CalledOff = { id: string; calledOffAt: number | null }

/**
 * Whether a preorder that was called off is still being taken from everybody who holds it: whatever
 * anybody got of it now would go with that.
 */
export const isTakingBack = (ctx: Ctx, { id, calledOffAt }: CalledOff): boolean =>
  calledOffAt !== null && ctx.jobs.find(notifyPreorderKind, calledOffKey(id, calledOffAt)) !== undefined

/**
 * Whether somebody still gets their money back for a preorder that was called off. Those who hold
 * it afterwards have lost that refund at their bank, and have the tape again if it opens after all.
 */
export function isRefunding(ctx: Ctx, casset: CalledOff): boolean {
  if (casset.calledOffAt === null) return false
  if (isTakingBack(ctx, casset)) return true
  const { id: cassetId } = casset
  let last = { after: '', afterAt: 0 }
  for (;;) {
    const page = preorderedAfter(ctx, { cassetId, until: Number.MAX_SAFE_INTEGER, ...last, most: atOnce })
    if (page.some(({ order }) => ctx.jobs.find(refundKinds.preorder, order.id))) return true
    const end = page.at(-1)
    if (end === undefined || page.length < atOnce) return false
    last = { after: end.id, afterAt: end.at }
  }
}
