import { openingOf, openingText } from '../../casset/access/opening.ts'
import { readGoods } from '../../casset/download/read-goods.ts'
import type { Ctx } from '../../context.ts'

/** The hour at which a preorder opens (ms, and in words), and whether some of it is open now. */
export type Waiting = { opensAt: number; hour: string; hasOpen: boolean }

/** Returns the hour that holders of a casset wait for; null for one that is open. */
export function waitingFor(ctx: Ctx, cassetId: string): Waiting | null {
  const { opensAt, opensZone } = openingOf(ctx, cassetId)
  if (opensAt === null) return null
  return { opensAt, hour: openingText(ctx, opensAt, opensZone), hasOpen: readGoods(ctx, cassetId, null).length > 0 }
}
