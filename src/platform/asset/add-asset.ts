import { rm, writeFile } from 'node:fs/promises'
import { assets, type StoredVariant } from '../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { cutText } from '../../lib/code-points.ts'
import { sha256Hex } from '../../lib/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { longest } from '../../lib/longest.ts'
import type { WholeFile } from '../blob/blobs.ts'
import { storeFiles } from '../blob/store-files.ts'
import { notStored } from '../http/disk-full.ts'
import type { ReceivedFile } from '../http/receive-file.ts'
import type { Viewer } from '../http/session.ts'
import { requireAccount } from '../storage/require-account.ts'
import { dominantColor } from './dominant-color.ts'
import { readWebp, stillWebp } from './webp.ts'

/** Widths in which every picture is stored, as webp. */
export const imageWidths = [128, 256, 400, 640, 1280] as const

const maxPixels = 60_000_000
const maxImageBytes = 25_000_000

export type Asset = typeof assets.$inferSelect

/** The account that an asset is of. */
type Uploader = Pick<Viewer, 'userId'>

/**
 * Stores an uploaded picture (in three widths) or a zip of stems, by content. Throws
 * UNSUPPORTED_MEDIA_TYPE for any other file, VALIDATION for a picture that is damaged or too large;
 * then nothing is stored.
 */
export async function addAsset(ctx: Ctx, author: Uploader, file: ReceivedFile): Promise<Asset> {
  try {
    const { kind, contentType } = recogniseAsset(file.head)
    const picture = kind === 'image' ? await readPicture(file, contentType) : undefined
    const variantBytes = picture?.files.reduce((sum, { bytes }) => sum + bytes.length, 0) ?? 0
    file.reservation?.hold(file.bytes + variantBytes)
    const scratch = picture === undefined ? [] : await writeAll(ctx, picture.files)
    return await keep(ctx, author, file, { kind, contentType, shape: picture?.shape, variantBytes, scratch })
  } finally {
    await rm(file.path, { force: true })
  }
}

type Shape = { width: number; height: number; color: string; variants: StoredVariant[] }
type Picture = { shape: Shape; files: { sha256: string; bytes: Uint8Array }[] }

async function readPicture(file: ReceivedFile, contentType: string): Promise<Picture> {
  if (file.bytes > maxImageBytes) {
    throw new AppError(
      'PAYLOAD_TOO_LARGE',
      say('A picture can have at most {maxImageBytes} MB.', { maxImageBytes: maxImageBytes / 1_000_000 }),
    )
  }
  try {
    return await render({ path: file.path, contentType })
  } catch {
    const hint = say('Use JPEG, PNG, WebP or GIF of up to 60 megapixels.')
    throw invalid('file', say('The picture cannot be read, or has too many pixels.'), hint)
  }
}

/**
 * Returns all sizes of a picture. It is decoded once at full size; the smaller ones are made from
 * the largest.
 */
async function render({ path, contentType }: { path: string; contentType: string }): Promise<Picture> {
  const original = new Bun.Image(await firstPicture(path, contentType), { maxPixels })
  const { width, height } = await original.metadata()
  const largest = await original
    .resize(Math.max(...imageWidths), undefined, { withoutEnlargement: true })
    .png()
    .bytes()
  const files: Picture['files'] = []
  const variants: StoredVariant[] = []
  for (const wanted of imageWidths) {
    const small = new Bun.Image(largest).resize(wanted, undefined, { withoutEnlargement: true })
    const bytes = await small.webp({ quality: 62 }).bytes()
    const sha256 = sha256Hex(bytes)
    files.push({ sha256, bytes })
    variants.push({ sha256, width: wanted, bytes: bytes.length })
  }
  return { shape: { width, height, color: await dominantColor(new Bun.Image(largest)), variants }, files }
}

/**
 * Returns the first frame of an animated WebP, which is not decoded as a whole; any other picture
 * unchanged.
 */
async function firstPicture(path: string, contentType: string): Promise<string | Uint8Array> {
  const webp = contentType === 'image/webp' ? readWebp(await Bun.file(path).bytes()) : null
  const [first] = webp?.animation ? webp.frames : []
  return first ? stillWebp(first) : path
}

/** Writes files to the scratch folder; when one cannot be written, all are removed. */
async function writeAll(ctx: Ctx, files: Picture['files']): Promise<WholeFile[]> {
  const written: WholeFile[] = []
  try {
    for (const { sha256, bytes } of files) {
      const path = ctx.blobs.scratch(ctx.uuid())
      written.push({ path, sha256 })
      await writeFile(path, bytes, { mode: 0o600 })
    }
    return written
  } catch (error) {
    await Promise.all(written.map(({ path }) => rm(path, { force: true }).catch(() => {})))
    throw notStored(ctx.log, error)
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

/**
 * Stores the row of an upload whose files are kept, and ends its reservation of space. Throws for a
 * deleted account.
 */
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

/**
 * Returns the type of an uploaded asset by its first bytes, never by its name. Throws
 * UNSUPPORTED_MEDIA_TYPE.
 */
function recogniseAsset(head: Uint8Array): { kind: 'image' | 'stems'; contentType: string } {
  const found = signatures.find(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte))
  if (found) return { kind: found.kind, contentType: found.contentType }
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    say('This is neither a picture (JPEG, PNG, WebP, GIF) nor a zip of stems.'),
  )
}
