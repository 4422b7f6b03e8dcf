import { worldById } from '../../casset/access/visible-casset.ts'
import type { Pack } from '../../casset/download/await-pack.ts'
import { openPack } from '../../casset/download/open-download.ts'
import type { PackFormat } from '../../casset/download/plan-pack.ts'
import { sharedHeldSince } from '../../casset/download/read-goods.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { heldOrder } from './read-collected.ts'

/**
 * Returns the zip of what a guest collected, for whoever has the secret link. Throws NOT_FOUND, BAD_STATE when the guest does
 * not have it, UNAVAILABLE when it cannot be built.
 */
export const openGuestDownload = (ctx: Ctx, secret: string, format: PackFormat, signal: AbortSignal): Promise<Pack> =>
  openPack(ctx, format, signal, () => {
    const { cassetId, paidAt } = heldOrder(ctx, secret)
    const world = worldById(ctx, cassetId)
    if (!world) throw notFound('casset')
    return { world, since: sharedHeldSince(ctx, cassetId, paidAt ?? ctx.now()) }
  })
