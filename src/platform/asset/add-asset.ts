import { rm } from 'node:fs/promises'
import { Type as t } from '@sinclair/typebox'
import { assets, type StoredVariant } from '../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import type { WholeFile } from '../blob/blobs.ts'
import { storeFiles } from '../blob/store-files.ts'
import type { ReceivedFile } from '../http/request/receive-file.ts'
import type { Viewer } from '../http/session/session.ts'
import { requireAccount } from '../storage/require-account.ts'
import { imageWidths } from './picture/image-widths.ts'
import { otherPicture } from './picture/other-picture.ts'
import { runPicture } from './picture/run-picture.ts'

const maxImageBytes = 25_000_000

export type Asset = typeof assets.$inferSelect

type Uploader = Pick<Viewer, 'userId'>

/**
 * Stores an uploaded picture (in three widths) or a zip of stems, by content. Throws
 * UNSUPPORTED_MEDIA_TYPE for any other file, VALIDATION for a picture that is damaged, too large or
 * too much work; then nothing is stored. It stops when `signal` says that nobody waits.
 */
export async function addAsset(ctx: Ctx, author: Uploader, file: ReceivedFile, signal?: AbortSignal): Promise<Asset> {
  try {
    const { kind, contentType } = recogniseAsset(file.head)
    const { shape, scratch } = kind === 'image' ? await readPicture(ctx, author, file, signal) : noPicture
    const variantBytes = shape?.variants.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0
    file.reservation?.hold(file.bytes + variantBytes)
    return await keep(ctx, author, file, { kind, contentType, shape, variantBytes, scratch })
  } finally {
    await rm(file.path, { force: true })
  }
}

type Shape = { width: number; height: number; color: string; variants: StoredVariant[] }

const noPicture: { shape: Shape | undefined; scratch: WholeFile[] } = { shape: undefined, scratch: [] }

const Rendered = t.Object({
  width: t.Integer(),
  height: t.Integer(),
  color: t.String(),
  sizes: t.Array(t.Object({ sha256: t.String(), bytes: t.Integer() })),
})

/** Writes a picture's sizes to the scratch folder; if it or one of them fails, all are removed. */
async function readPicture(ctx: Ctx, { userId }: Uploader, { path, bytes }: ReceivedFile, signal?: AbortSignal) {
  if (bytes > maxImageBytes) {
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      say('A picture can have at most {maxImageBytes} MB.', { maxImageBytes: maxImageBytes / 1_000_000 }),
    )
  }
  const paths = imageWidths.map(() => ctx.blobs.scratch(ctx.uuid()))
  try {
    const asked = { userId, field: 'file', ...(signal === undefined ? {} : { signal }) }
    const { sizes, ...shape } = await runPicture(ctx, asked, ['__picture', path, ...paths], Rendered)
    const variants = sizes.map((size, index) => ({ ...size, width: imageWidths[index] ?? 0 }))
    const scratch = sizes.map(({ sha256 }, index) => ({ sha256, path: paths[index] ?? '' }))
    return { shape: { ...shape, variants }, scratch }
  } catch (error) {
    await Promise.all(paths.map((each) => rm(each, { force: true }).catch(() => {})))
    throw error
  }
}

type RecognisedAsset = ReturnType<typeof recogniseAsset> & {
  shape: Shape | undefined
  variantBytes: number
  scratch: WholeFile[]
}

function keep(
  ctx: Ctx,
  author: Uploader,
  file: ReceivedFile,
  { shape, scratch, ...found }: RecognisedAsset,
): Promise<Asset> {
  const { bytes, sha256 } = file
  return storeFiles(ctx, [file, ...scratch], () => storeAsset(ctx, author, file, { ...found, ...shape, bytes, sha256 }))
}

type Stored = Omit<typeof assets.$inferInsert, 'id' | 'userId' | 'name' | 'createdAt'>

/** Stores an upload's row and ends its reservation of space. Throws for a deleted account. */
export function storeAsset(ctx: Ctx, { userId }: Uploader, file: ReceivedFile, stored: Stored): Asset {
  requireAccount(ctx, userId)
  const named = { id: ctx.uuid(), userId, name: cutText(file.name, longest.fileName), createdAt: ctx.now() }
  const asset = ctx.db
    .insert(assets)
    .values({ ...stored, ...named })
    .returning()
    .get()
  file.reservation?.release()
  return asset
}

const signatures = [
  { kind: 'image', contentType: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { kind: 'image', contentType: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { kind: 'image', contentType: 'image/gif', at: 0, bytes: [0x47, 0x49, 0x46, 0x38] },
  { kind: 'image', contentType: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { kind: 'stems', contentType: 'application/zip', at: 0, bytes: [0x50, 0x4b, 0x03, 0x04] },
] as const

/** Judges by the first bytes, never by the name. Throws UNSUPPORTED_MEDIA_TYPE. */
function recogniseAsset(head: Uint8Array): { kind: 'image' | 'stems'; contentType: string } {
  const found = signatures.find(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte))
  if (found) return { kind: found.kind, contentType: found.contentType }
  const other = otherPicture(head)
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    other === null
      ? say('This is neither a picture (JPEG, PNG, WebP, GIF) nor a zip of stems.')
      : say('This picture is in the format {format}. Use JPEG, PNG, WebP or GIF.', { format: other }),
    other === 'HEIC'
      ? { hint: say('Export it as JPEG. An iPhone takes JPEG with Settings, Camera, Formats, Most Compatible.') }
      : {},
  )
}
