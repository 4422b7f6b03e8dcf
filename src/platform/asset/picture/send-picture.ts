import type { StoredVariant } from '../../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../../context.ts'
import { findIntact } from '../../blob/find-intact.ts'
import { sendFile } from '../../http/answer/send-file.ts'

/** Sends a stored picture, as WebP. Throws UNAVAILABLE when it is missing or damaged. */
export async function sendPicture(
  ctx: Ctx,
  variant: StoredVariant,
  request: Request,
  headers: Record<string, string>,
): Promise<Response> {
  const { sha256, bytes } = variant
  const place = await findIntact(ctx, variant)
  const file = { place, bytes, etag: `"${sha256}"`, headers: { ...headers, 'content-type': 'image/webp' } }
  return sendFile(ctx, file, request)
}
