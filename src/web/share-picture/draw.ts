import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { Renderer } from '@takumi-rs/wasm/node'
import pen from '../../../node_modules/@fontsource/nanum-pen-script/files/nanum-pen-script-latin-400-normal.woff2' with {
  type: 'file',
}
import anybodyExt from '../../../node_modules/@fontsource-variable/anybody/files/anybody-latin-ext-standard-normal.woff2' with {
  type: 'file',
}
import anybody from '../../../node_modules/@fontsource-variable/anybody/files/anybody-latin-standard-normal.woff2' with {
  type: 'file',
}
import familjenExt from '../../../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-ext-wght-normal.woff2' with {
  type: 'file',
}
import familjen from '../../../node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2' with {
  type: 'file',
}
import mono from '../../../node_modules/@fontsource-variable/sometype-mono/files/sometype-mono-latin-wght-normal.woff2' with {
  type: 'file',
}
import { parseJson } from '../../lib/json/json.ts'
import { openPicture } from '../../platform/asset/picture/render-picture.ts'
import { fetchAt } from '../../platform/blob/fetch-at.ts'
import { composePicture } from './compose.ts'
import { composeSquare } from './compose-square.ts'
import { DrawRequest, pictureSize, type SharePicture, squareSide } from './share-picture.ts'

const fonts = {
  anybody,
  'anybody-ext': anybodyExt,
  familjen,
  'familjen-ext': familjenExt,
  mono,
  pen,
}

const coverWidth = 480
const mostBytes = 200_000
const mostSquareBytes = 500_000

/**
 * The child's side of `keptPicture`: draws the picture that the JSON describes and writes it to
 * `picture` of the scratch folder. Throws when it cannot.
 */
export async function drawChild(requestJson: string): Promise<void> {
  const { picture, peaks, cover, scratch } = Value.Decode(DrawRequest, parseJson(requestJson))
  const renderer = new Renderer()
  for (const [name, file] of Object.entries(fonts)) {
    renderer.registerFont({ name, data: new Uint8Array(await Bun.file(file).arrayBuffer()) })
  }
  const art = cover && picture.cover ? await readCover(cover, picture, scratch) : null
  const size = picture.isSquare ? { width: squareSide, height: squareSide } : pictureSize
  const { node, images } = picture.isSquare ? composeSquare(picture, art) : composePicture(picture, peaks, art)
  const drawn = await renderer.render(node, { ...size, images, format: 'png' })
  await Bun.write(join(scratch, 'picture'), await (picture.isSquare ? toJpeg(drawn) : toPng(drawn)))
}

/** Returns the cover as it is drawn, for a square as it is stored; null when it cannot be read. */
async function readCover(cover: NonNullable<DrawRequest['cover']>, picture: SharePicture, scratch: string) {
  let { path } = cover
  if (cover.address !== undefined && !(await Bun.file(path).exists())) {
    path = join(scratch, 'cover')
    await fetchAt(cover.address, path, picture.cover ?? '')
  }
  try {
    const stored = await openPicture(path)
    if (!picture.isSquare) return { bytes: await stored.resize(coverWidth).png().bytes(), width: 0, height: 0 }
    const { width, height } = await stored.metadata()
    return { bytes: await stored.png().bytes(), width, height }
  } catch {
    return null
  }
}

/** Catalogs of podcasts take no picture that can be seen through, and ask for less than 512 KB. */
async function toJpeg(drawn: Uint8Array): Promise<Uint8Array> {
  for (const quality of [88, 78, 68]) {
    const jpeg = await new Bun.Image(drawn).jpeg({ quality }).bytes()
    if (jpeg.length <= mostSquareBytes) return jpeg
  }
  return new Bun.Image(drawn).jpeg({ quality: 55 }).bytes()
}

/**
 * A picture with a photograph is above the size that networks load gladly: it gets fewer colours.
 * Without dithering: beside vivid colours that the palette lacks, it carries their rest on and on,
 * and left coloured stains in the shadow below a cover.
 */
async function toPng(drawn: Uint8Array): Promise<Uint8Array> {
  for (const colors of [256, 128, 64]) {
    const png = await new Bun.Image(drawn).png({ compressionLevel: 9, palette: true, colors }).bytes()
    if (png.length <= mostBytes) return png
  }
  return new Bun.Image(drawn).png({ compressionLevel: 9, palette: true, colors: 32 }).bytes()
}
