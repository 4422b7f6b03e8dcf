import { guestHolding } from '../../casset/access/guest-access.ts'
import { openPack } from '../../casset/download/open-download.ts'
import type { Pack } from '../../casset/download/pack/await-pack.ts'
import type { Wanted } from '../../casset/download/shape.ts'
import type { Ctx } from '../../context.ts'
import { heldOrder } from './read-collected.ts'

/**
 * Returns the zip of a guest's purchase to anybody with the secret link. Throws NOT_FOUND,
 * BAD_STATE when the guest does not have it, UNAVAILABLE when it cannot be built.
 */
export function openGuestDownload(ctx: Ctx, secret: string, wanted: Wanted, signal: AbortSignal): Promise<Pack> {
  const { id: orderId } = heldOrder(ctx, secret)
  return openPack(ctx, wanted, signal, { by: { orderId }, find: () => guestHolding(ctx, heldOrder(ctx, secret).id) })
}
