import type { StoredVariant } from '../../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Place } from '../../../lib/file/file-place.ts'
import { say } from '../../../lib/language/say.ts'
import { createSemaphore, SemaphoreFull } from '../../../lib/turn/semaphore.ts'
import { ownState } from '../../own-state.ts'
import { readWebp } from './webp.ts'

type EmailPicture = { bytes: Uint8Array<ArrayBuffer>; type: 'image/jpeg' | 'image/png' }

const mostKeptBytes = 16_000_000
const longestSide = 2_560

/** The pictures that were asked for last, by the hash of the stored one. */
const keptOf = ownState(() => ({
  made: new Map<string, EmailPicture>(),
  making: new Map<string, Promise<EmailPicture>>(),
  turns: createSemaphore({ atOnce: 1, waiting: 50 }),
}))

/**
 * Returns a stored picture as all mail programs show it, since Outlook for Windows knows no WebP: a
 * JPEG, or a PNG where something of it is transparent. Throws UNAVAILABLE when too many are asked
 * for at once.
 */
export async function pictureForEmail(
  ctx: Ctx,
  variant: StoredVariant,
  find: () => Promise<Place>,
): Promise<EmailPicture> {
  const { made, making } = keptOf(ctx)
  const { sha256 } = variant
  const known = made.get(sha256)
  if (known) {
    made.delete(sha256)
    made.set(sha256, known)
    return known
  }
  const begun = making.get(sha256) ?? make(ctx, variant, find).finally(() => making.delete(sha256))
  making.set(sha256, begun)
  return begun
}

async function make(ctx: Ctx, variant: StoredVariant, find: () => Promise<Place>): Promise<EmailPicture> {
  const { made, turns } = keptOf(ctx)
  const picture = await turns(async () => convert(await find(), variant)).catch((error: unknown) => {
    if (!(error instanceof SemaphoreFull)) throw error
    throw new AppError('UNAVAILABLE', say('Too many pictures are being read.'), { retryAfter: 5 })
  })
  made.set(variant.sha256, picture)
  let kept = made.values().reduce((sum, { bytes }) => sum + bytes.length, 0)
  for (const [sha256, { bytes }] of made) {
    if (kept <= mostKeptBytes) break
    made.delete(sha256)
    kept -= bytes.length
  }
  return picture
}

async function convert(place: Place, variant: StoredVariant): Promise<EmailPicture> {
  const stored =
    'path' in place ? await Bun.file(place.path).bytes() : await new Response(await place.read(null)).bytes()
  const frame = readWebp(stored)?.frames[0]
  const image = new Bun.Image(stored).resize(variant.width, longestSide, { fit: 'inside', withoutEnlargement: true })
  const isTransparent = frame?.alpha !== undefined || frame?.bitstream.name === 'VP8L'
  return isTransparent
    ? { bytes: Uint8Array.from(await image.png().bytes()), type: 'image/png' }
    : { bytes: Uint8Array.from(await image.jpeg({ quality: 80 }).bytes()), type: 'image/jpeg' }
}
