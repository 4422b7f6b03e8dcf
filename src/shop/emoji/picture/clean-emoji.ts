import { type AppError, invalid } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { plainPicture } from '../../../platform/asset/picture/plain-picture.ts'
import { pngChunks } from '../../../platform/asset/picture/png-chunks.ts'
import { readWebp, stillWebp, type Webp, writeWebp } from '../../../platform/asset/picture/webp.ts'
import { cleanGif } from './clean-gif.ts'
import { type EmojiType, refuseHeavy } from './emoji-type.ts'

const maxSide = 128
const maxFrames = 200

export type EmojiPicture = { contentType: EmojiType; bytes: Uint8Array<ArrayBuffer> }

/**
 * Returns a picture that is safe to publish: only its pixels, without metadata (place, time,
 * camera). Frames of GIF and WebP are kept as they are; PNG and JPEG become PNG with the same
 * pixels, rotated upright. Throws VALIDATION for a file that is too large, broken or not of the
 * format it claims.
 */
export async function cleanEmoji(file: Uint8Array, contentType: string): Promise<EmojiPicture> {
  refuseHeavy(file.length)
  if (contentType === 'image/gif') return gif(file)
  if (contentType === 'image/webp') return webp(file)
  return still(file)
}

const refused = (why: string, hint?: string): AppError => invalid('assetId', why, hint)
const broken = () =>
  refused(say('This picture is damaged, or its file type is wrong.'), say('Save it again and upload that.'))

function refuseSize({ width, height, frames = 1 }: { width: number; height: number; frames?: number }): void {
  if (width < 1 || height < 1) throw broken()
  if (Math.max(width, height) > maxSide) {
    throw refused(
      say('An emoji can have at most {maxSide} × {maxSide} pixels; this one has {width} × {height}.', {
        maxSide,
        width,
        height,
      }),
    )
  }
  if (frames > maxFrames)
    throw refused(say('An emoji can have at most {maxFrames} frames; this one has {frames}.', { maxFrames, frames }))
}

function gif(file: Uint8Array): EmojiPicture {
  const clean = cleanGif(file)
  if (!clean) throw broken()
  refuseSize(clean)
  return { contentType: 'image/gif', bytes: clean.bytes }
}

async function webp(file: Uint8Array): Promise<EmojiPicture> {
  const read = readWebp(file)
  if (!read) throw broken()
  refuseSize({ ...read, frames: read.frames.length })
  await refuseBrokenFrames(read)
  return { contentType: 'image/webp', bytes: writeWebp(read) }
}

/** Decodes every frame once. Throws for a picture that no browser could show. */
async function refuseBrokenFrames({ frames }: Webp): Promise<void> {
  for (const frame of frames) {
    const { width, height } = await opened(stillWebp(frame))
    if (width !== frame.width || height !== frame.height) throw broken()
  }
}

async function opened(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const image = new Bun.Image(bytes, { maxPixels: maxSide * maxSide })
  try {
    const { width, height } = await image.metadata()
    await image.resize(1, 1).png().bytes()
    return { width, height }
  } catch {
    throw broken()
  }
}

async function still(file: Uint8Array): Promise<EmojiPicture> {
  for (const { type } of pngChunks(file)) {
    if (type === 'acTL')
      throw refused(say('Animated PNG is not supported.'), say('Save it as WebP or GIF and upload that.'))
    if (type === 'IDAT') break
  }
  const plain = plainPicture(file)
  const size = await new Bun.Image(plain).metadata().catch(() => {
    throw broken()
  })
  refuseSize(size)
  try {
    const png = await new Bun.Image(plain, { maxPixels: maxSide * maxSide }).png().bytes()
    return { contentType: 'image/png', bytes: new Uint8Array(png) }
  } catch {
    throw broken()
  }
}
