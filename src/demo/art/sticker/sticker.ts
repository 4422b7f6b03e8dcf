import { encodePng } from '../../../platform/asset/picture/encode-png.ts'
import { readWebp, type WebpFrame, writeWebp } from '../../../platform/asset/picture/webp.ts'
import type { ArtistSpec, StickerDesign } from '../../cast/artist.ts'
import { DESIGNS } from './designs.ts'
import { createSheet } from './sheet.ts'

// Twice as wide as pages show it.
const sidePx = 64
const frameMs = 90
/** Each frame takes the place of the one before, transparent as it is. */
const replaces = 0x02
const onClearGroundForEver = Uint8Array.of(0, 0, 0, 0, 0, 0)

export async function drawSticker(artist: ArtistSpec, design: StickerDesign): Promise<Uint8Array> {
  const { frames: count, draw } = DESIGNS[design]
  const frames: WebpFrame[] = []
  for (let index = 0; index < count; index += 1) {
    const sheet = createSheet(artist, sidePx)
    draw(sheet, index / count)
    const still = await new Bun.Image(encodePng(sheet.cut(), { width: sidePx, height: sidePx }, 4))
      .webp({ quality: 60 })
      .bytes()
    const frame = readWebp(still)?.frames[0]
    if (!frame) throw new Error(`The sticker ${design} came out as no picture.`)
    frames.push({ ...frame, durationMs: frameMs, flags: replaces })
  }
  return writeWebp({
    width: sidePx,
    height: sidePx,
    frames,
    animation: count > 1 ? onClearGroundForEver : undefined,
  })
}
