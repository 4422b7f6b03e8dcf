import { guestHolding } from '../../casset/access/guest-access.ts'
import type { Pack } from '../../casset/download/await-pack.ts'
import { openPack } from '../../casset/download/open-download.ts'
import type { PackFormat } from '../../casset/download/pack-format.ts'
import type { Ctx } from '../../context.ts'
import { heldOrder } from './read-collected.ts'

/**
 * Returns the zip of a guest's purchase to anybody with the secret link. Throws NOT_FOUND,
 * BAD_STATE when the guest does not have it, UNAVAILABLE when it cannot be built.
 */
export function openGuestDownload(ctx: Ctx, secret: string, format: PackFormat, signal: AbortSignal): Promise<Pack> {
  const { id: orderId } = heldOrder(ctx, secret)
  return openPack(ctx, format, signal, { by: { orderId }, find: () => guestHolding(ctx, heldOrder(ctx, secret).id) })
}
