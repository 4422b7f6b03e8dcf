import type { Ctx } from '../context.ts'

/** Whether somebody has collected a casset, and has it still. */
export const hasCollected = (ctx: Ctx, cassetId: string, userId: string): boolean => ctx.reads.isHeld(cassetId, userId)
